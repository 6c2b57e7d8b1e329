import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { announce, Banner, useTranslation } from 'ui-kit';
import type { ConfirmState } from '../../../shared/matches/confirm-rule';
import type { Match } from '../../../shared/matches/types';
import { useRefusalText, useSubmit } from '../api/queries';
import type { ReadyHint } from '../model/ready-hint';
import styles from './confirm-bar.module.css';

interface ConfirmBarProps {
  confirm: ConfirmState<Match>;
  isMentor: boolean;
  places: number | null;
  /** What follows the confirmation. */
  hint: ReadyHint;
  /** Choices made on this page. */
  choiceCount: number;
  onUnavailable: (answer: 'MENTOR_UNAVAILABLE' | 'MENTEE_UNAVAILABLE') => void;
}

const HINT = 'matching-confirm-hint';

/** Confirms the choices together, or says what is missing. */
export function ConfirmBar({ confirm, isMentor, places, hint, choiceCount, onUnavailable }: ConfirmBarProps) {
  const { t, i18n } = useTranslation('matching');
  const submit = useSubmit(isMentor, (answer) => {
    if (answer === 'SUBMITTED') announce(t('confirm.sent'));
    else onUnavailable(answer);
  });
  const refusalText = useRefusalText();
  // A refusal is about the choices before. What is on its way stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a choice is made
  useEffect(() => {
    if (submit.isError) submit.reset();
  }, [choiceCount]);
  const { obstacle, counted, undecided } = confirm;
  const names = new Intl.ListFormat(i18n.language).format(undecided.map(({ fullName }) => fullName));
  const isReady = obstacle === null;

  function send(): void {
    if (submit.isPending) return;
    submit.mutate(counted);
  }

  return (
    <section className={styles.bar} aria-label={t('confirm.label')}>
      {submit.error !== null && (
        <Banner tone="danger" role="alert">
          {refusalText(submit.error)}
        </Banner>
      )}
      <p className={styles.hint} id={HINT} data-obstacle={obstacle ?? undefined}>
        {obstacle === 'tooMany'
          ? t('confirm.tooMany', { count: places ?? 0 })
          : obstacle === 'undecided'
            ? t('confirm.undecided', { count: undecided.length, names })
            : t(`confirm.${hint.key}`, { count: hint.count })}
      </p>
      <Button
        className={styles.button ?? ''}
        size="md"
        disabled={!isReady}
        aria-disabled={submit.isPending || undefined}
        aria-describedby={HINT}
        onClick={send}
      >
        <span className={styles.label}>
          {submit.isPending
            ? t('confirm.sending')
            : isReady
              ? t('confirmChoices')
              : t('takeActionOnAllMatches')}
        </span>
      </Button>
    </section>
  );
}
