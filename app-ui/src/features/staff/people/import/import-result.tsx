import { Button } from '@mantine/core';
import { Send } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Banner, useTranslation } from 'ui-kit';
import { byName } from '../../components/by-name';
import { type Columns, hasNeededColumns, type ImportResult, type Reading } from './import';
import { ImportColumns } from './import-columns';
import styles from './import-page.module.css';
import { ImportRoster, type RosterChoice } from './import-roster';
import { ImportRows } from './import-rows';

interface ImportResultProps {
  result: ImportResult;
  isPending: boolean;
  /** False when the last preview failed: this is an earlier one. */
  isCurrent: boolean;
  /** The name of the programme. */
  programme: string;
  /** Whom of an archive the page chose. */
  reading: RosterChoice;
  onColumns: (columns: Columns) => void;
  onForms: (forms: Partial<Pick<Reading, 'names' | 'dates'>>) => void;
  onRoster: (choice: Partial<RosterChoice>) => void;
  onCommit: () => void;
}

/** What a file leads to, or has led to. */
export function ImportResultView({
  result,
  isPending,
  isCurrent,
  programme,
  reading,
  onColumns,
  onForms,
  onRoster,
  onCommit,
}: ImportResultProps) {
  const { t } = useTranslation('staff');
  const { invited, changed, unchanged, refused, roster, newCohorts, isCommitted } = result;
  const counts = [
    ['invited', invited],
    ['changed', changed],
    ['unchanged', unchanged],
    ['refused', refused.length],
  ] as const;
  const isReadable = hasNeededColumns(result.columns);
  return (
    <div className={styles.parts} aria-busy={isPending}>
      {isCommitted && <Done invited={invited} changed={changed} />}
      {!isCommitted && roster === null && <ImportColumns {...{ result, onColumns, onForms }} />}
      {!isCommitted && roster !== null && (
        <ImportRoster roster={roster} choice={reading} onChoice={onRoster} />
      )}
      {isReadable ? (
        <dl className={styles.counts}>
          {counts.map(([name, count]) => (
            <div key={name} className={styles.count} data-fault={name === 'refused' && count > 0}>
              <dt>{t(`import.${isCommitted ? 'did' : 'will'}.${name}`)}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <Banner tone="warning">{t('import.needsColumns')}</Banner>
      )}
      {isReadable && newCohorts.length > 0 && (
        <Banner>
          {t('import.newCohorts', {
            count: newCohorts.length,
            names: newCohorts.toSorted(byName).join(', '),
          })}
        </Banner>
      )}
      {isReadable && <ImportRows result={result} />}
      {!isCommitted && isReadable && isCurrent && (
        <Commit {...{ invited, changed, isPending, programme, onCommit }} />
      )}
    </div>
  );
}

/** Takes the focus, which was on the button of the act. */
function Done({ invited, changed }: { invited: number; changed: number }) {
  const { t } = useTranslation('staff');
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1}>
      <Banner
        tone="success"
        role="alert"
        action={<Link to="/staff/people/invitations">{t('import.toInvitations')}</Link>}
      >
        {invited > 0 || changed === 0 ? t('import.sent', { count: invited }) : t('import.updated')}
      </Banner>
    </div>
  );
}

interface CommitProps {
  invited: number;
  changed: number;
  isPending: boolean;
  programme: string;
  onCommit: () => void;
}

function Commit({ invited, changed, isPending, programme, onCommit }: CommitProps) {
  const { t } = useTranslation('staff');
  if (invited + changed === 0) return <p className={styles.hint}>{t('import.nothing')}</p>;
  return (
    <div className={styles.commit}>
      <Button size="md" leftSection={<Send aria-hidden size={18} />} loading={isPending} onClick={onCommit}>
        {invited > 0 ? t('import.send', { count: invited }) : t('import.update')}
      </Button>
      <p className={styles.hint}>
        {invited > 0 ? t('import.sendText', { programme }) : t('import.updateText')}
      </p>
    </div>
  );
}
