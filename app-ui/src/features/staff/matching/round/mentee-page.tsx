import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { Banner, toast, useErrorText, useTranslation } from 'ui-kit';
import { RecordPage } from '../../components/record-page';
import { RecordTitle } from '../../components/record-title';
import { Section } from '../../components/section';
import { useRefresh } from '../../components/use-refresh';
import { type Choices, choicesQuery, roundQuery, setMentors } from '../round';
import { CandidateRow } from './candidate-row';
import styles from './mentee-page.module.css';

/** The suggestions for one mentee, which staff change in a draft. */
export function Component() {
  const { t } = useTranslation('staff');
  const { runId = '', menteeId = '' } = useParams();
  const query = useQuery(choicesQuery(runId, menteeId));
  return (
    <RecordPage query={query} list={`/staff/matching/${runId}`} back={t('round.backToRound')}>
      {(choices) => <Suggestions run={runId} choices={choices} />}
    </RecordPage>
  );
}

function Suggestions({ run, choices }: { run: string; choices: Choices }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const { mentee, proposed, candidates, possible, most, isDraft } = choices;
  const former = t('mentorships.former');
  const before = proposed.map(({ mentor }) => mentor.id);
  const change = useMutation({
    mutationFn: ({ mentors }: { mentors: string[]; notice: string }) =>
      setMentors({ run, mentee: mentee.id }, before, mentors),
    onSuccess: async (_, { notice }) => {
      void toast(notice);
      // The page of the round would approve what it showed before this change, and the server refuses that.
      void queries.resetQueries({ queryKey: roundQuery(run).queryKey, exact: true });
      await refresh();
      // The button has gone, or belongs to another mentor now.
      titleRef.current?.focus();
    },
    // A colleague may have been faster.
    onError: refresh,
  });
  const set = (mentors: string[], notice: string) => change.isPending || change.mutate({ mentors, notice });
  const nameOf = ({ name }: { name: string }) => name || former;
  const isFull = proposed.length >= most;
  // The suggestion for whose place another mentor is chosen.
  const [replaced, setReplaced] = useState<string | null>(null);
  const inPlace = isDraft ? proposed.find(({ mentor }) => mentor.id === replaced)?.mentor : undefined;
  const othersRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (replaced !== null) othersRef.current?.focus();
  }, [replaced]);
  const replace = (other: Choices['candidates'][number]['mentor'], instead: { id: string; name: string }) => {
    setReplaced(null);
    const notice = t('round.replaced', { name: nameOf(other), instead: nameOf(instead) });
    set(before.with(before.indexOf(instead.id), other.id), notice);
  };
  return (
    <div className={styles.parts}>
      <header>
        <RecordTitle>
          <bdi>{nameOf(mentee)}</bdi>
        </RecordTitle>
        <p className={styles.lead}>{t(isDraft ? 'round.menteeDraft' : 'round.menteeFixed')}</p>
        <Link className={styles.about} to={`/staff/people/${mentee.id}`}>
          {t('round.aboutMentee')}
        </Link>
      </header>
      {change.error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(change.error)}
        </Banner>
      )}
      <Section title={t('round.suggestions')} titleRef={titleRef}>
        {proposed.length === 0 && <p className={styles.none}>{t('round.noSuggestion')}</p>}
        <ol className={styles.list}>
          {proposed.map((one, index) => (
            <CandidateRow
              key={one.mentor.id}
              candidate={one}
              isPending={change.isPending}
              problem={one.isPossible ? null : t('round.impossible')}
              outcome={one.outcome}
              onRaise={
                isDraft && index > 0
                  ? () => {
                      const mentors = before.toSpliced(index, 1).toSpliced(index - 1, 0, one.mentor.id);
                      set(mentors, t('round.raised', { name: nameOf(one.mentor) }));
                    }
                  : undefined
              }
              onReplace={isDraft && candidates.length > 0 ? () => setReplaced(one.mentor.id) : undefined}
              onRemove={
                isDraft
                  ? () => set(before.toSpliced(index, 1), t('round.removed', { name: nameOf(one.mentor) }))
                  : undefined
              }
            />
          ))}
        </ol>
      </Section>
      {isDraft && (
        <Section
          title={
            inPlace === undefined ? t('round.candidates') : t('round.insteadOf', { name: nameOf(inPlace) })
          }
          titleRef={othersRef}
        >
          {inPlace !== undefined && (
            <Button variant="default" onClick={() => setReplaced(null)}>
              {t('round.keep', { name: nameOf(inPlace) })}
            </Button>
          )}
          <p className={styles.lead}>
            {candidates.length === 0
              ? t('round.noCandidates')
              : isFull && inPlace === undefined
                ? t('round.full', { number: most })
                : t('round.candidatesText')}
          </p>
          <ol className={styles.list}>
            {candidates.map((one) => (
              <CandidateRow
                key={one.mentor.id}
                candidate={one}
                isPending={change.isPending}
                instead={inPlace && nameOf(inPlace)}
                onAdd={
                  inPlace !== undefined
                    ? () => replace(one.mentor, inPlace)
                    : isFull
                      ? undefined
                      : () => set([...before, one.mentor.id], t('round.added', { name: nameOf(one.mentor) }))
                }
              />
            ))}
          </ol>
          {possible > candidates.length && (
            <p className={styles.lead}>{t('round.more', { number: possible - candidates.length })}</p>
          )}
        </Section>
      )}
    </div>
  );
}
