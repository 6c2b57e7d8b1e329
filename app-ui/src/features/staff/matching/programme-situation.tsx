import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { Banner, formatDate, HttpError, useErrorText, useTranslation } from 'ui-kit';
import styles from './programme-situation.module.css';
import { draftRound, type Situation } from './round';

/** Who waits in a programme, and the one next step. */
export function ProgrammeSituation({ situation }: { situation: Situation }) {
  const { t, i18n } = useTranslation('staff');
  const { programme, waiting, deciding, mentors, paused, openRun } = situation;
  const figures = [
    ['waiting', waiting],
    ['deciding', deciding],
    ['mentors', mentors],
    ['paused', paused],
  ] as const;
  const rehearsal = `/staff/matching/rehearsal?programme=${programme.id}`;
  return (
    <li className={styles.programme}>
      <h2 className={styles.title}>
        <bdi>{programme.title}</bdi>
      </h2>
      <dl className={styles.figures}>
        {figures.map(([name, number]) => (
          <div key={name} className={styles.figure}>
            <dt>{t(`matching.figures.${name}`)}</dt>
            <dd>{number}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.next}>{useNext(situation)}</p>
      <div className={styles.acts}>
        {openRun === null ? (
          <DraftButton programme={programme.id} isFirst isFilled={waiting > 0} />
        ) : (
          <Button component={Link} to={`/staff/matching/${openRun.id}`}>
            {t(`matching.look.${openRun.state === 'draft' ? 'draft' : 'approved'}`)}
          </Button>
        )}
        {openRun?.state === 'draft' && <DraftButton programme={programme.id} />}
        {(openRun === null || openRun.state === 'draft') && (
          <Button component={Link} to={rehearsal} variant="default">
            {t('matching.tryWeights')}
          </Button>
        )}
      </div>
      {openRun !== null && (
        <p className={styles.since}>
          {t('matching.computedOn', { day: formatDate(openRun.createdAt, i18n.language, 'sentence') })}
        </p>
      )}
    </li>
  );
}

/** What happens next, in one sentence. */
function useNext({ openRun, nextRoundAt, publishesAutomatically, waiting, mentors }: Situation): string {
  const { t, i18n } = useTranslation('staff');
  const day = nextRoundAt === null ? '' : formatDate(nextRoundAt, i18n.language, 'sentence');
  // The next round takes the place of a draft, not of what is approved.
  if (openRun?.state === 'draft')
    return t(`matching.openRun.${day === '' ? 'draft' : 'draftUntil'}`, { day });
  if (openRun !== null) return t('matching.openRun.approved');
  if (waiting === 0) return t('matching.noMentees', { day });
  if (mentors === 0) return t('matching.noMentors');
  if (day === '') return t('matching.unscheduled');
  return t(publishesAutomatically ? 'matching.nextPublished' : 'matching.nextDrafted', { day });
}

interface DraftButtonProps {
  programme: string;
  /** Whether there is no draft that it replaces. */
  isFirst?: boolean;
  isFilled?: boolean;
}

/** Computes a draft and shows it. */
function DraftButton({ programme, isFirst = false, isFilled = false }: DraftButtonProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refresh = () =>
    Promise.all([['staff'], ['list']].map((queryKey) => queries.invalidateQueries({ queryKey })));
  const draft = useMutation({
    mutationFn: () => draftRound(programme),
    onSuccess: ({ id }) => {
      void refresh();
      void navigate(`/staff/matching/${id}`);
    },
    onError: refresh,
  });
  return (
    <>
      <Button
        variant={isFilled ? 'filled' : 'default'}
        aria-disabled={draft.isPending || undefined}
        onClick={() => draft.isPending || draft.mutate()}
      >
        {t(draft.isPending ? 'matching.drafting' : isFirst ? 'matching.draft' : 'matching.draftAgain')}
      </Button>
      {draft.error !== null && (
        <Banner tone="danger" role="alert">
          {draft.error instanceof HttpError && draft.error.code === 'rules_contradict'
            ? `${errorText(draft.error)} ${draft.error.message}`
            : errorText(draft.error)}
        </Banner>
      )}
    </>
  );
}
