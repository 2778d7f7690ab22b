/** One of a few, as buttons side by side. */

interface ChoiceProps<Value extends string | number> {
  /** What is chosen, for readers by ear. */
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}

export function Choice<Value extends string | number>({ legend, options, value, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset class="choice">
      <legend class="hidden">{legend}</legend>
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
