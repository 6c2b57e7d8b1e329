import { Cog, KeyRound, type LucideIcon, SquareTerminal, UserRound, UserRoundCog } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { formatDateTime, useTranslation, VisuallyHidden } from 'ui-kit';
import type { Column } from '../../../shared/lists/column';
import type { ListQuery } from '../../../shared/lists/list-query';
import { Only } from '../components/cells';
import styles from './audit-columns.module.css';
import { type AuditEntry, changesOf } from './entry';
import { useAuditText, useAuditValue } from './use-audit-text';

/** A newer server may know other kinds. */
const ACTOR_ICONS: Partial<Record<string, LucideIcon>> = {
  staff: UserRoundCog,
  api_key: KeyRound,
  command_line: SquareTerminal,
  job: Cog,
  person: UserRound,
};

type SetFilters = (filters: ListQuery['filters']) => void;

/** The columns of the audit. A press on an act, an actor or a target shows only theirs. */
export function useAuditColumns(setFilters: SetFilters, hasProgramme: boolean): Column<AuditEntry>[] {
  const { t, i18n } = useTranslation('staff');
  const actText = useAuditText('acts');
  const kindText = useAuditText('targets');
  const jobText = useAuditText('jobs');
  return useMemo(() => {
    const only = (name: string, value: string | null, label: ReactNode) =>
      value === null ? (
        <span>{label}</span>
      ) : (
        <Only onPress={() => setFilters({ [name]: [value] })}>{label}</Only>
      );
    const columns: Column<AuditEntry>[] = [
      {
        id: 'act',
        header: t('audit.act'),
        isName: true,
        cell: ({ act, at }) => (
          <span className={styles.act}>
            {only('act', act, actText(act))}
            <time className={styles.time} dateTime={at}>
              {formatDateTime(at, i18n.language)}
            </time>
          </span>
        ),
      },
      {
        id: 'actor',
        header: t('audit.actor'),
        cell: ({ actor }) => {
          const Icon = ACTOR_ICONS[actor.kind] ?? UserRound;
          return (
            <span className={styles.actor}>
              <Icon aria-hidden size={17} />
              <span className={styles.words}>
                {only(
                  'actor',
                  actor.id,
                  <bdi>{actor.kind === 'job' ? jobText(actor.name) : actor.name}</bdi>,
                )}
                <span className={styles.kind}>
                  {t([`audit.actors.${actor.kind}`, 'audit.actors.person'])}
                </span>
              </span>
            </span>
          );
        },
      },
      {
        id: 'target',
        header: t('audit.target'),
        cell: ({ target }) => (
          <span className={styles.words}>
            {only('target', target.id, <bdi>{target.name ?? kindText(target.kind)}</bdi>)}
            {target.name !== null && <span className={styles.kind}>{kindText(target.kind)}</span>}
          </span>
        ),
      },
      {
        id: 'programme',
        header: t('people.programme'),
        isExtra: !hasProgramme,
        cell: ({ programme }) =>
          programme === null ? t('audit.installation') : <bdi>{programme.title}</bdi>,
      },
      {
        id: 'reason',
        header: t('audit.reason'),
        cell: ({ reason }) =>
          reason === null || reason === '' ? (
            <span className={styles.kind}>{t('staff.none')}</span>
          ) : (
            <span className={styles.reason} dir="auto">
              {reason}
            </span>
          ),
      },
      { id: 'changes', header: t('audit.changes'), cell: (entry) => <Changes entry={entry} /> },
    ];
    return columns;
  }, [t, i18n.language, actText, kindText, jobText, setFilters, hasProgramme]);
}

/** What was before, and after. */
function Changes({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('staff');
  const factText = useAuditText('facts');
  const valueText = useAuditValue();
  const changes = changesOf(entry);
  if (changes.length === 0) return <span className={styles.kind}>{t('staff.none')}</span>;
  return (
    <dl className={styles.changes}>
      {changes.map(({ fact, before, after }) => (
        <div key={fact}>
          <dt>{factText(fact)}</dt>
          <dd>
            {/* The words are for those who do not see a line through what was before. */}
            {before !== null && (
              <>
                <VisuallyHidden>{t('audit.before')}</VisuallyHidden>
                <del dir="auto">{valueText(before, entry.names)}</del>
              </>
            )}
            {before !== null && <VisuallyHidden>{t('audit.after')}</VisuallyHidden>}
            <ins dir="auto">{valueText(after, entry.names)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
