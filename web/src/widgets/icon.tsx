// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

const paths = {
  hottest:
    "M8 1.5c.6 2.6 4 4 4 7.6A4 4 0 0 1 8 13.5 4 4 0 0 1 4 9.6c0-1.5.7-2.6 1.5-3.3.1 1.2.6 1.9 1.3 2.2C6.4 6 6.7 3.3 8 1.5z",
  expand: "M3 3h10v10H3zM8 5.5v5M5.5 8h5",
  collapse: "M3 3h10v10H3zM5.5 8h5",
  clear: "M4.5 4.5l7 7M11.5 4.5l-7 7",
  copy: "M5.5 5.5h7v8h-7zM3.5 10.5v-8h7",
  done: "M3.5 8.5l3 3 6-7",
  reset: "M12.5 8a4.5 4.5 0 1 1-1.3-3.2M12.5 2v3h-3",
  theme: "M8 3a5 5 0 1 0 0 10z",
  zero: "M8 3.5c2 0 3 2 3 4.5s-1 4.5-3 4.5-3-2-3-4.5 1-4.5 3-4.5zM3 13L13 3",
};

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  const filled = name === "theme" || name === "hottest";
  return (
    <svg class="icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      {name === "theme" && <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" />}
      <path
        d={paths[name]}
        fill={filled ? "currentColor" : "none"}
        stroke="currentColor"
        stroke-width="1.3"
      />
    </svg>
  );
}

interface ButtonProps {
  icon: IconName;
  label: string;
  pressed?: boolean;
  onClick: () => void;
}

export function IconButton({ icon, label, pressed, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: { value: Value; text: string; title: string }[];
  onChange: (value: Value) => void;
}

/** A few exclusive options side by side. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <span class="choice" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          title={option.title}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </span>
  );
}
