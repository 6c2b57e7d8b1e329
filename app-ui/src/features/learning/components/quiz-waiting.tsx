import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { stepAddress } from '../addresses';
import type { Answers, Quiz, QuizPlace } from '../types';
import { AnsweredQuestion } from './answered-question';
import styles from './quiz-result.module.css';

interface QuizWaitingProps {
  quiz: Quiz;
  place: QuizPlace;
  answers: Answers;
}

/** The answers of a quiz that wait for a network. They cannot be given again before they are sent. */
export function QuizWaiting({ quiz, place, answers }: QuizWaitingProps) {
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
        <Button size="md" component={Link} to={stepAddress(place.session, place.step)}>
          {t('quiz.goOn')}
        </Button>
      </footer>
    </section>
  );
}
