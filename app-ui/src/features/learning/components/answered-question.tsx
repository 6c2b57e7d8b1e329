import { Button } from '@mantine/core';
import { Check, CircleCheck, Footprints, MessageCircleHeart, RotateCcw, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import { answerText, answerWords, chosenKeys } from '../../../shared/questions/answer-text';
import type { Quiz } from '../types';
import styles from './answered-question.module.css';

type QuizQuestion = Quiz['questions'][number];

interface AnsweredQuestionProps {
  question: QuizQuestion;
  answer: unknown;
  /** Null if no answer is right or wrong; undefined as long as it is not known. */
  isCorrect?: boolean | null | undefined;
  /** In a mentorship: what the others answered. */
  others?: readonly PartnerAnswer[];
  /** Whether it was asked again: the reader goes on here. */
  isRetried?: boolean;
  /** Asks this question again; where the quiz allows it. */
  onRetry?: (() => void) | undefined;
}

export interface PartnerAnswer {
  id: string;
  name: string;
  answer: unknown;
}

/** A question of a submitted quiz: the answer, and what is right and why. */
export function AnsweredQuestion(props: AnsweredQuestionProps) {
  const { question, answer, isCorrect, others = [], isRetried = false, onRetry } = props;
  const { t, i18n } = useTranslation('learning');
  const titleId = useId();
  const verdictId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isRetried) return;
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'center' });
  }, [isRetried]);
  const { localeTitle, answerOptions } = question;
  const chosen = chosenKeys(answer);
  const isOrdered = question.questionType === 'ArrangeInOrder';
  // Only what was chosen or is right matters now.
  const options = isOrdered
    ? []
    : answerOptions.filter(({ key, isCorrect }) => chosen.includes(key) || isCorrect);
  const places = question.rightOrder ?? [];
  const isPlaced = isOrdered && places.length > 0 && chosen.length > 0;
  const isRated = answerOptions.some(({ isCorrect }) => isCorrect);
  const asked = {
    type: question.questionType,
    options: answerOptions.map(({ key, localeLabel }) => ({ key, label: localeLabel })),
  };
  const text = answerText(answer, asked, i18n.language);
  const rightOrder = answerText(question.rightOrder, asked, i18n.language);
  return (
    <li className={styles.question}>
      {isCorrect !== undefined && <Verdict id={verdictId} isCorrect={isCorrect} />}
      <h2
        className={styles.title}
        id={titleId}
        ref={title}
        tabIndex={-1}
        aria-describedby={isCorrect === undefined ? undefined : verdictId}
        dir="auto"
      >
        {localeTitle}
      </h2>
      {options.length > 0 && (
        <ul className={styles.options}>
          {options.map((option) => (
            <AnsweredOption
              key={option.key}
              option={option}
              isChosen={chosen.includes(option.key)}
              isRated={isRated}
            />
          ))}
        </ul>
      )}
      {isPlaced && (
        <ol className={styles.options}>
          {chosen.map((key, index) => (
            <AnsweredPlace
              key={key}
              label={answerOptions.find((one) => one.key === key)?.localeLabel ?? key}
              place={index + 1}
              rightPlace={places.indexOf(key) + 1}
            />
          ))}
        </ol>
      )}
      {options.length === 0 && !isPlaced && (
        <p className={text === '' ? styles.none : styles.text} dir="auto">
          {text || t('quiz.none')}
        </p>
      )}
      {rightOrder !== '' && (
        <dl className={styles.others}>
          <div>
            <dt>{t(rightOrder === text ? 'quiz.right' : 'quiz.rightOrder')}</dt>
            {rightOrder !== text && <dd dir="auto">{rightOrder}</dd>}
          </div>
        </dl>
      )}
      {others.length > 0 && (
        <dl className={styles.others}>
          {others.map(({ id, name, answer: given }) => (
            <div key={id}>
              <dt dir="auto">{name}</dt>
              <dd dir="auto">{answerWords(given, asked, i18n.language) || t('quiz.none')}</dd>
            </div>
          ))}
        </dl>
      )}
      {isCorrect === false && onRetry !== undefined && (
        <Button
          className={styles.retry}
          variant="light"
          leftSection={<RotateCcw aria-hidden size={16} />}
          aria-describedby={titleId}
          onClick={onRetry}
        >
          {t('quiz.retry')}
        </Button>
      )}
    </li>
  );
}

function Verdict({ id, isCorrect }: { id: string; isCorrect: boolean | null }) {
  const { t } = useTranslation('learning');
  const Icon = isCorrect === null ? MessageCircleHeart : isCorrect ? CircleCheck : Footprints;
  const verdict = isCorrect === null ? 'unscored' : isCorrect ? 'right' : 'wrong';
  return (
    <p className={styles.verdict} id={id} data-right={isCorrect || undefined}>
      <Icon aria-hidden size={16} />
      {t(`quiz.verdict.${verdict}`)}
    </p>
  );
}

interface AnsweredPlaceProps {
  label: string;
  /** Where the person put it, and where it belongs. */
  place: number;
  rightPlace: number;
}

function AnsweredPlace({ label, place, rightPlace }: AnsweredPlaceProps) {
  const { t } = useTranslation('learning');
  const isRight = place === rightPlace;
  return (
    <li className={styles.option} data-state={isRight ? 'right' : 'wrong'}>
      <span className={styles.mark} aria-hidden>
        {isRight ? <Check size={16} /> : <X size={16} />}
      </span>
      <p>
        {place}. <bdi>{label}</bdi>
        <span className={styles.marks}>
          {' '}
          {isRight ? t('quiz.rightPlace') : t('quiz.otherPlace', { place: rightPlace })}
        </span>
      </p>
    </li>
  );
}

interface AnsweredOptionProps {
  option: QuizQuestion['answerOptions'][number];
  isChosen: boolean;
  /** Whether the question has a right answer. */
  isRated: boolean;
}

function AnsweredOption({ option, isChosen, isRated }: AnsweredOptionProps) {
  const { t } = useTranslation('learning');
  const { localeLabel, isCorrect, localeExplanation } = option;
  const state = !isRated ? 'plain' : isCorrect ? 'right' : 'wrong';
  const marks = [
    ...(isChosen ? [t('quiz.yourAnswer')] : []),
    ...(isRated && isCorrect ? [t('quiz.right')] : []),
  ];
  return (
    <li className={styles.option} data-state={state}>
      <span className={styles.mark} aria-hidden>
        {state === 'wrong' ? <X size={16} /> : <Check size={16} />}
      </span>
      <div>
        <p dir="auto">
          {localeLabel}
          <span className={styles.marks}> {marks.join(' · ')}</span>
        </p>
        {localeExplanation && (
          <p className={styles.explanation} dir="auto">
            {localeExplanation}
          </p>
        )}
      </div>
    </li>
  );
}
