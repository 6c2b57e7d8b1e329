import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDate, formatDateTime, useErrorText, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useAuditText } from '../../audit/use-audit-text';
import { formatMonth } from '../../components/days';
import { Section } from '../../components/section';
import { type TimelineEntry, timelineQuery } from './person-record';
import styles from './person-timeline.module.css';

/** What a person did themselves; everything else is an act about them. */
const OWN = ['joined', 'survey', 'session', 'mentorship_began', 'mentorship_left'] as const;

/** Acts that the page names from the view of the person. */
const ABOUT = [
  'change_facts',
  'record_vetting',
  'withdraw_vetting',
  'correct_person',
  'transfer_person',
  'set_cohort',
  'set_next_year',
  'suspend',
  'lift_suspension',
  'sign_out',
  'close_account',
  'open_account',
  'guardian_agreed',
  'guardian_refused',
  'guardian_withdrew',
  'applied_again',
  'read_application',
  'answer_person',
  'request_consent',
  'cancel_consent_request',
  'approve_application',
  'decline_application',
  'withdraw_application',
  'reopen_application',
] as const;

/** What a person does in the next year of their programme. */
const CHOICES = ['continues', 'continues_first', 'leaves'] as const;

/** What happened with a person, newest first. */
export function PersonTimeline({ id }: { id: string }) {
  const { t, i18n } = useTranslation('staff');
  const query = useInfiniteQuery(timelineQuery(id));
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const entries = query.data?.pages.flatMap(({ results }) => results);
  return (
    <Section title={t('person.timeline.title')}>
      <QueryState query={{ ...query, data: entries }}>
        {(all) => (
          <ol className={styles.list}>
            {all.map((entry) => (
              <li key={`${entry.kind} ${entry.at} ${entry.title} ${entry.names}`} className={styles.entry}>
                <time
                  className={styles.day}
                  dateTime={entry.at}
                  title={formatDateTime(entry.at, i18n.language)}
                >
                  {formatDate(entry.at, i18n.language, 'list')}
                </time>
                <Entry entry={entry} />
              </li>
            ))}
          </ol>
        )}
      </QueryState>
      {isFetchNextPageError && <ErrorText error={query.error} />}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('person.timeline.older')}
        </Button>
      )}
    </Section>
  );
}

function ErrorText({ error }: { error: Error }) {
  return (
    <p className={styles.error} role="alert">
      {useErrorText()(error)}
    </p>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { t } = useTranslation('staff');
  const actText = useAuditText('acts');
  const changes = useChanges(entry);
  const act = ABOUT.find((kind) => kind === entry.kind);
  const own = OWN.find((kind) => kind === entry.kind);
  return (
    <div className={styles.words}>
      <span>
        {own === undefined
          ? act === undefined
            ? actText(entry.kind)
            : t(`person.timeline.acts.${act}`)
          : t(`person.timeline.${own}`, {
              title: entry.title ?? '',
              names: namesOf(entry, t('mentorships.former')),
            })}
        {entry.actor !== null && <span className={styles.actor}> · {entry.actor}</span>}
      </span>
      {changes.map((change) => (
        <span key={change} className={styles.change}>
          {change}
        </span>
      ))}
      {entry.reason !== null && entry.reason !== '' && (
        <q className={styles.reason} dir="auto">
          {entry.reason}
        </q>
      )}
    </div>
  );
}

/** The others of a mentorship, with the name of their group. */
const namesOf = ({ names, title }: TimelineEntry, former: string): string =>
  title === null ? (names ?? former) : `${names ?? former} (${title})`;

/** What an act about facts changed, as sentences. */
function useChanges({ kind, title, before, after }: TimelineEntry): string[] {
  const { t, i18n } = useTranslation('staff');
  const newValue = (fact: string) => {
    const value = after?.[fact];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const hasChanged = (fact: string) => (before?.[fact] ?? null) !== (after?.[fact] ?? null);
  if (kind === 'set_role') {
    const role = newValue('role');
    return role === 'mentor' || role === 'mentee' || role === 'staff' ? [t(`people.roles.${role}`)] : [];
  }
  if (kind === 'transfer_person') return [newValue('programme')].filter((name) => name !== null);
  if (kind === 'withdraw_vetting') return title === null ? [] : [title];
  if (kind === 'record_vetting') {
    const until = newValue('valid_until');
    const valid =
      until === null
        ? t('vettings.always')
        : t('person.facts.validUntil', { day: formatDate(until, i18n.language, 'sentence') });
    return [title === null ? valid : `${title}: ${valid}`];
  }
  if (kind === 'set_cohort') return [newValue('cohort') ?? t('cohorts.without')];
  if (kind === 'set_next_year') {
    const next = CHOICES.find((choice) => choice === newValue('next'));
    return next === undefined ? [] : [t(`year.people.choices.${next}`)];
  }
  if (kind === 'correct_person')
    return (['name', 'address'] as const)
      .filter((what) => after?.[what] === true)
      .map((what) => t(`person.correction.${what}`));
  if (kind !== 'change_facts') return [];
  const none = t('person.facts.notRecorded');
  const vetted = newValue('vetted_until');
  const born = newValue('birth_month');
  const values: [fact: string, name: string, value: string][] = [
    [
      'vetted_until',
      t('people.facts.vetting_missing'),
      vetted === null
        ? none
        : t('person.facts.validUntil', { day: formatDate(vetted, i18n.language, 'sentence') }),
    ],
    [
      'guardian_consent_at',
      t('people.facts.consent_missing'),
      newValue('guardian_consent_at') === null ? none : t('person.facts.given'),
    ],
    ['birth_month', t('people.birthMonth'), born === null ? none : formatMonth(born, i18n.language)],
  ];
  return values.filter(([fact]) => hasChanged(fact)).map(([, name, value]) => `${name}: ${value}`);
}
