import type { WireQuestion, WireScale } from './wire';

/** A question as the views take it, in the language of the reader. */
export interface Question {
  key: string;
  /** Not only a known type: a newer server may have more. */
  type: string;
  label: string;
  help: string;
  isMandatory: boolean;
  options: readonly Option[];
  scale: Scale;
  /** What a number may be. */
  range: { min: number; max: number } | null;
  noFuture: boolean;
  visibleIf: { question: string; anyOf: readonly string[] } | null;
  video: { id: string; transcript: string } | null;
}

export interface Option {
  key: string;
  label: string;
  picture: string | null;
}

export interface Scale {
  min: number;
  max: number;
  /** In the order of display. */
  steps: readonly { value: number; label: string }[];
}

/** Converts the questions of a stage, a page or a quiz, in the order of display. */
export function toQuestions(wire: readonly WireQuestion[]): Question[] {
  const position = ({ displayOrder, order }: WireQuestion) => displayOrder ?? order ?? 0;
  return [...wire].sort((a, b) => position(a) - position(b)).map(toQuestion);
}

function toQuestion(wire: WireQuestion): Question {
  const options = [...(wire.answerOptions ?? [])].sort((a, b) => a.displayOrder - b.displayOrder);
  return {
    key: wire.key,
    type: wire.type ?? wire.questionType ?? '',
    label: firstText(wire.localeTitle, wire.localeLabel, wire.title, wire.label),
    help: firstText(wire.localeHelpText, wire.helpText),
    isMandatory: wire.mandatory,
    options: options.map(({ key, label, localeLabel, image }) => ({
      key,
      label: firstText(localeLabel, label),
      picture: image ?? null,
    })),
    scale: toScale(wire.scaleQuestionnaire),
    range: wire.numberRange ?? null,
    noFuture: wire.noFuture ?? false,
    visibleIf: wire.visibleIf ?? null,
    video: wire.video ? { id: wire.video.id, transcript: wire.video.transcript ?? '' } : null,
  };
}

const DEFAULT_SCALE = Array.from({ length: 10 }, (_, index) => ({ option: index + 1 }));

function toScale(wire: WireScale | null | undefined): Scale {
  const options: WireScale['options'] = wire?.options.length ? wire.options : DEFAULT_SCALE;
  const rising = options
    .map(({ option, label }) => ({ value: option, label: label ?? '' }))
    .sort((a, b) => a.value - b.value);
  return {
    min: rising[0]?.value ?? 1,
    max: rising.at(-1)?.value ?? 10,
    steps: wire?.sorting === 'descending' ? rising.reverse() : rising,
  };
}

const firstText = (...texts: (string | null | undefined)[]): string => texts.find((text) => text) ?? '';
