import { StepPart } from '../../../shared/sessions/step-part';
import type { ContentItem as Item } from '../types';
import { QuizPanel } from './quiz-panel';

interface ContentItemProps {
  item: Item;
  path: { session: string; step: string };
  /** Whether the person tried to go on without a mandatory quiz. */
  isQuizAsked: boolean;
  /** Whether the steps before this one are complete. */
  isReached: boolean;
}

/** A part of a step, with the way to its quiz. */
export function ContentItem({ item, path, isQuizAsked, isReached }: ContentItemProps) {
  return (
    <StepPart
      item={item}
      quiz={(quiz) => (
        <QuizPanel
          quiz={quiz}
          path={{ ...path, quiz: quiz.id }}
          isAsked={isQuizAsked}
          isReached={isReached}
        />
      )}
    />
  );
}
