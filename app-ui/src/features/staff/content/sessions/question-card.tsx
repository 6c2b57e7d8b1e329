import { Button } from '@mantine/core';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { Bar } from '../../components/bar';
import { AnswerKeyDialog } from './answer-key-dialog';
import type { StaffQuestion } from './session';
import styles from './sessions.module.css';

interface QuestionCardProps {
  question: StaffQuestion;
  session: string;
  quiz: string;
  mayCorrect: boolean;
}

/** A question with its key, and how often each option was chosen. */
export function QuestionCard({ question, session, quiz, mayCorrect }: QuestionCardProps) {
  const { t } = useTranslation('staff');
  const [isOpen, setIsOpen] = useState(false);
  const { title, answerKey, isArranged, submitted, answered, right, options } = question;
  return (
    <li className={styles.question}>
      <div className={styles.questionHead}>
        <h3 className={styles.label} dir="auto">
          {title}
        </h3>
        {mayCorrect && answerKey !== null && (
          <Button
            variant="default"
            aria-label={`${t('content.key.correct')}: ${title}`}
            onClick={() => setIsOpen(true)}
          >
            {t('content.key.correct')}
          </Button>
        )}
      </div>
      <p className={styles.note}>
        {submitted === 0
          ? t('content.key.notYet')
          : answerKey === null
            ? t('content.key.unscored', { answered, submitted })
            : t('content.key.answered', { answered, submitted, right })}
      </p>
      {isArranged && <p className={styles.note}>{t('content.key.arranged')}</p>}
      <ol className={styles.options}>
        {options.map(({ key, label, count }) => {
          const isRight = !isArranged && answerKey?.includes(key) === true;
          return (
            <li key={key} className={styles.option}>
              <span className={styles.mark} aria-hidden>
                {isRight && <Check size={18} />}
              </span>
              <span className={styles.optionLabel}>
                <bdi>{label}</bdi> {isRight && <span className={styles.right}>{t('content.key.right')}</span>}
              </span>
              <Bar share={submitted === 0 ? 0 : count / submitted} />
              <span className={styles.count}>{count}</span>
            </li>
          );
        })}
      </ol>
      {isOpen && answerKey !== null && (
        <AnswerKeyDialog
          question={question}
          held={answerKey}
          session={session}
          quiz={quiz}
          onClose={() => setIsOpen(false)}
        />
      )}
    </li>
  );
}
