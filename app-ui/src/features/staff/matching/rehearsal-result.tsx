import { ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import { RecordLink } from '../components/cells';
import { formatScore } from '../components/score';
import { Section } from '../components/section';
import { FairnessTables } from './fairness-tables';
import styles from './rehearsal-result.module.css';
import type { Rehearsal } from './round';

/** What other weights would change, both measured by them. */
export function RehearsalResult({ rehearsal, children }: { rehearsal: Rehearsal; children: ReactNode }) {
  const { t, i18n } = useTranslation('staff');
  const titleRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => titleRef.current?.focus(), []);
  const { before, after, changed, changes, isAgainstDraft, fairness } = rehearsal;
  const former = t('mentorships.former');
  const percent = (score: number | null) => (score === null ? '–' : formatScore(score, i18n.language));
  const link = (one: Rehearsal['changes'][number]['mentee']) => (
    <RecordLink to={`/staff/people/${one.id}`}>
      <bdi>{one.name || former}</bdi>
    </RecordLink>
  );
  const choice = (one: Rehearsal['changes'][number]['before'], score: number | null) =>
    one === null ? (
      t('rehearsal.noOne')
    ) : (
      <>
        {link(one)} {score === null ? '' : percent(score)}
      </>
    );
  // Without mentees there is no mean.
  const both = (figure: 'meanScore' | 'worstScore') =>
    [before, after].map((one) => percent(one.menteesServed === 0 ? null : one[figure]));
  const rows = [
    [t('matching.served'), before.menteesServed, after.menteesServed],
    [t('matching.meanScore'), ...both('meanScore')],
    [t('rehearsal.worst'), ...both('worstScore')],
  ];
  return (
    <Section title={t('rehearsal.result')} titleRef={titleRef}>
      <table className={styles.figures}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t(isAgainstDraft ? 'rehearsal.inDraft' : 'rehearsal.now')}</th>
            <th scope="col">{t('rehearsal.then')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, one, other]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{one}</td>
              <td>{other}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{t('rehearsal.measured')}</p>
      <p className={styles.changed}>{t('rehearsal.changed', { number: changed })}</p>
      <ul className={styles.changes}>
        {changes.map((one) => (
          <li key={one.mentee.id}>
            <span className={styles.mentee}>{link(one.mentee)}</span>
            <span className={styles.swap}>
              <span>{choice(one.before, one.scoreBefore)}</span>
              <ArrowRight aria-hidden size={16} />
              <VisuallyHidden>{t('rehearsal.becomes')}</VisuallyHidden>
              <span>{choice(one.after, one.scoreAfter)}</span>
            </span>
          </li>
        ))}
      </ul>
      {changed > changes.length && <p>{t('rehearsal.more', { number: changed - changes.length })}</p>}
      {fairness.length > 0 && (
        <details className={styles.fairness}>
          <summary>{t('fairness.title')}</summary>
          <FairnessTables
            questions={fairness}
            sets={[t(isAgainstDraft ? 'rehearsal.inDraft' : 'rehearsal.now'), t('rehearsal.then')]}
          />
        </details>
      )}
      {children}
    </Section>
  );
}
