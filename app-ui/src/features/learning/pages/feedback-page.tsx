import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { Banner, toast, useErrorText, useTranslation } from 'ui-kit';
import { LinkButton } from '../../../shared/forms/link-button';
import { HorizonPanel } from '../../../shared/illustrations/horizon-panel';
import { areaAddress, stepAddress } from '../addresses';
import { sessionQuery, useIsCompleting, useSaveFeedback } from '../api/learning';
import { SessionMissing } from '../components/session-missing';
import { SessionMoment } from '../components/session-moment';
import { StarRating } from '../components/star-rating';
import { useLearningPath } from '../hooks/use-learning-path';
import { isFinished } from '../progress';
import type { SessionDetail } from '../types';
import '../texts';
import styles from './feedback-page.module.css';

const MAX_REVIEW_CHARS = 2_000;

/** Feedback on a completed session. */
export function Component() {
  const { i18n } = useTranslation('learning');
  const { session: id } = useLearningPath();
  const { data, error, refetch } = useQuery({ ...sessionQuery(id, i18n.language), enabled: id !== '' });
  const isCompleting = useIsCompleting();
  if (id === '') return <Navigate to="/learninghub" replace />;
  if (data === undefined) return <SessionMissing error={error} onRetry={() => void refetch()} />;
  // Done leads here before the server knows, and others change the session meanwhile.
  if (!isFinished(data) && !isCompleting) {
    return <Navigate to={stepAddress(id, data.currentStepId ?? '')} replace />;
  }
  return <FeedbackForm session={data} />;
}

function FeedbackForm({ session }: { session: SessionDetail }) {
  const { t } = useTranslation('learning');
  const navigate = useNavigate();
  const errorText = useErrorText();
  const save = useSaveFeedback();
  const [rating, setRating] = useState(session.feedback?.rating ?? 0);
  const [review, setReview] = useState(session.feedback?.review ?? '');
  const [isAsked, setIsAsked] = useState(false);
  // As it was when the page opened: the moment stays until the person leaves.
  const [isFirst] = useState(session.feedback === null);
  const isTooLong = [...review].length > MAX_REVIEW_CHARS;

  function submit(event: FormEvent): void {
    event.preventDefault();
    // Most people who send no stars have overlooked them.
    if (rating === 0) setIsAsked(true);
    else send();
  }

  function send(): void {
    if (isTooLong || save.isPending) return;
    const onSuccess = () => {
      void toast(t('feedback.thanks'));
      void navigate(areaAddress(session));
    };
    save.mutate({ session: session.id, rating, review: review.trim() }, { onSuccess });
  }

  return (
    <div className={styles.page}>
      {isFirst ? (
        <SessionMoment session={session} />
      ) : (
        <HorizonPanel>
          <p className={styles.session}>
            {t('step.sessionDone')}: <bdi>{session.localeTitle}</bdi>
          </p>
          <h1 className={styles.title}>{t('feedback.title')}</h1>
        </HorizonPanel>
      )}
      <form className={styles.form} noValidate onSubmit={submit}>
        {isFirst && <h2 className={styles.question}>{t('feedback.title')}</h2>}
        <StarRating value={rating} onChange={setRating} />
        <Textarea
          label={t('feedback.review')}
          description={t('feedback.reviewHelp')}
          autosize
          minRows={4}
          maxRows={14}
          dir="auto"
          classNames={{ input: styles.input, label: styles.label, description: styles.help }}
          value={review}
          error={isTooLong ? t('feedback.tooLong', { max: MAX_REVIEW_CHARS }) : undefined}
          onChange={({ currentTarget }) => setReview(currentTarget.value)}
        />
        {isAsked && rating === 0 && (
          <Banner role="alert" action={<LinkButton onClick={send}>{t('feedback.withoutStars')}</LinkButton>}>
            {t('feedback.starsAsked')}
          </Banner>
        )}
        {save.error !== null && (
          <div role="alert">
            <Banner tone="danger">{errorText(save.error)}</Banner>
          </div>
        )}
        <div className={styles.actions}>
          <Button component={Link} to={areaAddress(session)} variant="subtle">
            {t('feedback.later')}
          </Button>
          <Button type="submit" size="md" loading={save.isPending}>
            {t('feedback.submit')}
          </Button>
        </div>
      </form>
    </div>
  );
}
