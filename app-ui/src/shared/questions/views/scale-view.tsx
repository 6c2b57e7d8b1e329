import { useTranslation } from 'ui-kit';
import { latinDigits } from '../../forms/latin-digits';
import { parseNumber } from '../numbers';
import { controlProps, type ViewProps } from '../view-props';
import { ClearButton } from './choice';
import fields from './fields.module.css';
import { isRow, Rail } from './rail';
import scale from './scale-view.module.css';

/** Longer scales are a slider. */
const MAX_LISTED = 20;

/** A number of a scale: chosen, slid or typed. It has no value until it is touched. */
export function ScaleView(props: ViewProps) {
  const { steps } = props.question.scale;
  const inRow = isRow(steps.length);
  return (
    <>
      {steps.length > MAX_LISTED ? <Slider {...props} /> : <Steps {...props} />}
      {!inRow && <TypedNumber {...props} />}
      <ClearButton {...props} />
    </>
  );
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'string' ? parseNumber(value) : null;

function Steps({ question, value, onChange, controlId }: ViewProps) {
  const steps = question.scale.steps.map((step) => ({ ...step, number: String(step.value) }));
  return <Rail name={`${controlId}steps`} steps={steps} chosen={numberOf(value)} onChoose={onChange} />;
}

function Slider({ question, value, onChange, isDisabled, labelId }: ViewProps) {
  const { t } = useTranslation('questions');
  const { min, max, steps } = question.scale;
  const chosen = numberOf(value);
  const [first, last] = [steps[0], steps.at(-1)];
  const isReversed = first?.value === max;
  return (
    <div className={scale.slider}>
      <input
        type="range"
        className={scale.range}
        data-untouched={chosen === null || undefined}
        data-reversed={isReversed || undefined}
        min={min}
        max={max}
        value={chosen ?? Math.round((min + max) / 2)}
        aria-labelledby={labelId}
        aria-valuetext={chosen === null ? t('scale.untouched') : String(chosen)}
        disabled={isDisabled}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        // A press on the place of the thumb changes nothing, and is an answer all the same.
        onPointerUp={(event) => onChange(Number(event.currentTarget.value))}
      />
      <div className={scale.ends}>
        <span dir="auto">{`${first?.value} ${first?.label ?? ''}`}</span>
        <span dir="auto">{`${last?.value} ${last?.label ?? ''}`}</span>
      </div>
    </div>
  );
}

/** Takes no number outside the scale: a digit too many is not typed. */
function TypedNumber(props: ViewProps) {
  const { t } = useTranslation('questions');
  const { value, onChange, question } = props;
  const { min, max } = question.scale;
  const typed = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  function type(text: string): void {
    const plain = latinDigits(text.trim()).replace('−', '-');
    if (!/^-?\d*$/.test(plain) || (plain.startsWith('-') && min >= 0)) return;
    const isTooFar = plain.startsWith('-') ? Number(plain) < min : Number(plain) > max;
    if (isTooFar) return;
    const number = parseNumber(plain);
    onChange(number !== null && number >= min ? number : plain);
  }
  return (
    <label className={scale.typed}>
      <span>{t('scale.type', { min, max })}</span>
      <input
        {...controlProps(props)}
        className={`${fields.input} ${scale.field}`}
        type="text"
        inputMode={min < 0 ? 'text' : 'numeric'}
        autoComplete="off"
        dir="ltr"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </label>
  );
}
