import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { stepAddress } from '../addresses';
import type { Answers, Quiz, QuizPath } from '../types';
import { AnsweredQuestion } from './answered-question';
import styles from './quiz-result.module.css';

interface QueuedQuizProps {
  quiz: Quiz;
  path: QuizPath;
  answers: Answers;
}

/** The answers of a quiz that are not sent yet. They cannot be given again before. */
export function QueuedQuiz({ quiz, path, answers }: QueuedQuizProps) {
  const { t } = useTranslation('learning');
  return (
    <section className={styles.result}>
      <header className={styles.head}>
        <span className={styles.icon}>
          <CloudOff aria-hidden size={30} />
        </span>
        <h1 className={styles.title}>{t('quiz.waitingTitle')}</h1>
        <p>{t('quiz.waitingText')}</p>
      </header>
      <ol className={styles.questions}>
        {quiz.questions.map((question) => (
          <AnsweredQuestion key={question.key} question={question} answer={answers[question.key]} />
        ))}
      </ol>
      <footer className={styles.foot}>
        <Button size="md" component={Link} to={stepAddress(path.session, path.step)}>
          {t('quiz.goOn')}
        </Button>
      </footer>
    </section>
  );
}
