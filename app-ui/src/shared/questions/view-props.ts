import type { Question } from './question';
import type { Uploads } from './uploads';

export interface ViewProps {
  question: Question;
  /** What was typed or chosen so far, or the stored answer. */
  value: unknown;
  onChange: (value: unknown) => void;
  /** The person left the field. */
  onLeave: () => void;
  isDisabled: boolean;
  isInvalid: boolean;
  /** Ids of the field, its label, and its help and error. */
  controlId: string;
  labelId: string;
  describedBy: string | undefined;
  uploads: Uploads;
}

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const asKeys = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((key): key is string => typeof key === 'string') : [];

/** Attributes of a single control. */
export const controlProps = ({
  question,
  controlId,
  describedBy,
  isDisabled,
  isInvalid,
  onLeave,
}: ViewProps) => ({
  id: controlId,
  'aria-describedby': describedBy,
  'aria-invalid': isInvalid || undefined,
  'aria-required': question.isMandatory || undefined,
  disabled: isDisabled,
  onBlur: onLeave,
});
