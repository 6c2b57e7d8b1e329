import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useParams } from 'react-router';
import { EmptyState, formatDateTime, useTranslation } from 'ui-kit';
import { RecordPage } from '../../components/record-page';
import { RecordTitle } from '../../components/record-title';
import { Section } from '../../components/section';
import { ContentReadOnly } from '../content-read-only';
import { QuestionCard } from './question-card';
import { type SessionDetail, type StaffQuiz, sessionQuery } from './session';
import styles from './sessions.module.css';
import { useSessionTexts } from './use-session-texts';

/** A session: the keys of its quizzes, and what people answered. */
export function Component() {
  const { t, i18n } = useTranslation('staff');
  const { session = '' } = useParams();
  return (
    <RecordPage
      query={useQuery(sessionQuery(session, i18n.language))}
      list="/staff/content"
      back={t('content.sessions.back')}
      isWide
    >
      {(detail) => <Detail detail={detail} />}
    </RecordPage>
  );
}

function Detail({ detail: { session, quizzes, mayCorrect } }: { detail: SessionDetail }) {
  const { t } = useTranslation('staff');
  const texts = useSessionTexts();
  const usedBy = texts.usedBy(session);
  return (
    <div className={styles.parts}>
      <header className={styles.head}>
        <RecordTitle>
          <bdi>{session.title}</bdi>
        </RecordTitle>
        <p className={styles.note}>{texts.about(session)}</p>
        {usedBy !== null && <p className={styles.note}>{usedBy}</p>}
        <dl className={styles.counts}>
          <div>
            <dt>{t('content.sessions.begun')}</dt>
            <dd>{session.begun}</dd>
          </div>
          <div>
            <dt>{t('content.sessions.completed')}</dt>
            <dd>{session.completed}</dd>
          </div>
        </dl>
        {!mayCorrect && quizzes.length > 0 && <ContentReadOnly />}
      </header>
      {quizzes.length === 0 ? (
        <EmptyState icon={ListChecks} title={t('content.sessions.noQuiz')}>
          {t('content.sessions.noQuizText')}
        </EmptyState>
      ) : (
        quizzes.map((quiz) => (
          <Quiz key={quiz.key} quiz={quiz} session={session.key} mayCorrect={mayCorrect} />
        ))
      )}
    </div>
  );
}

interface QuizProps {
  quiz: StaffQuiz;
  session: string;
  mayCorrect: boolean;
}

function Quiz({ quiz, session, mayCorrect }: QuizProps) {
  const { t, i18n } = useTranslation('staff');
  return (
    <Section title={t('content.sessions.quizOf', { step: quiz.step })}>
      {quiz.correctedAt !== null && (
        <p className={styles.note}>
          {t('content.key.correctedAt', { time: formatDateTime(quiz.correctedAt, i18n.language) })}
        </p>
      )}
      <ol className={styles.questions}>
        {quiz.questions.map((question) => (
          <QuestionCard
            key={question.key}
            question={question}
            session={session}
            quiz={quiz.key}
            mayCorrect={mayCorrect}
          />
        ))}
      </ol>
    </Section>
  );
}
