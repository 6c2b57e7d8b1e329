import { CircleCheck, RotateCcw, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { formatDateTime, useTranslation } from 'ui-kit';
import type { BulkAct } from '../../../shared/lists/bulk-bar';
import type { Column } from '../../../shared/lists/column';
import { DataTable } from '../../../shared/lists/data-table';
import type { Filter } from '../../../shared/lists/filter';
import { useList } from '../../../shared/lists/use-list';
import { AreaPage } from '../components/area-page';
import { Ago } from '../components/cells';
import { drop, FAILED_JOBS, type FailedJob, isAlert, KINDS, retry } from './failed-job';
import styles from './installation.module.css';
import { InstallationTabs } from './installation-tabs';
import { useKindText } from './use-kind-text';

/** Jobs that the server gave up: administrators let them run again, or drop them. */
export function Component() {
  const { t, i18n } = useTranslation('staff');
  const list = useList(FAILED_JOBS);
  const kindText = useKindText();
  const columns = useFailedJobColumns();
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'options',
        name: 'kind',
        label: t('installation.kind'),
        options: KINDS.map((value) => ({ value, label: kindText(value) })),
      },
      { kind: 'days', name: 'from', until: 'until', label: t('audit.days') },
    ],
    [t, kindText],
  );
  const acts: BulkAct<FailedJob>[] = [
    { id: 'retry', label: t('installation.retry'), icon: RotateCcw, act: retry },
    {
      id: 'drop',
      label: t('installation.drop'),
      icon: Trash2,
      sentence: { text: t('installation.dropText'), submit: t('installation.drop') },
      refusal: (job) => (isAlert(job) ? t('installation.alertKept') : null),
      act: drop,
    },
  ];
  return (
    <AreaPage title={t('installation.failedJobs')} lead={t('installation.failedLead')}>
      <InstallationTabs shown="failed-jobs" />
      <DataTable
        list={list}
        label={t('installation.failedJobs')}
        columns={columns}
        filters={filters}
        nameOf={({ kind, failedAt }) => `${kindText(kind)}, ${formatDateTime(failedAt, i18n.language)}`}
        bulkActs={acts}
        empty={{
          icon: CircleCheck,
          title: t('installation.noneFailed'),
          text: t('installation.noneFailedText'),
        }}
      />
    </AreaPage>
  );
}

function useFailedJobColumns(): Column<FailedJob>[] {
  const { t } = useTranslation('staff');
  const kindText = useKindText();
  return useMemo(() => {
    const causeOf = ({ cause, status }: FailedJob) => {
      const text = t(`installation.causes.${cause}`);
      return status === null ? text : t('installation.causeStatus', { cause: text, status });
    };
    return [
      {
        id: 'kind',
        header: t('installation.kind'),
        sort: 'kind',
        isName: true,
        cell: ({ kind, template }) => (
          <span className={styles.job}>
            <span>{kindText(kind)}</span>
            {template !== null && (
              <span className={styles.hint}>
                <bdi className={styles.code} lang="en">
                  {template}
                </bdi>
              </span>
            )}
          </span>
        ),
      },
      { id: 'cause', header: t('installation.cause'), cell: causeOf },
      { id: 'attempts', header: t('installation.attempts'), isShort: true, cell: ({ attempts }) => attempts },
      {
        id: 'failedAt',
        header: t('installation.failedAt'),
        sort: 'failedAt',
        isDescendingFirst: true,
        isShort: true,
        cell: ({ failedAt }) => <Ago at={failedAt} />,
      },
      {
        id: 'createdAt',
        header: t('installation.firstDue'),
        isShort: true,
        isExtra: true,
        cell: ({ createdAt }) => <Ago at={createdAt} />,
      },
    ];
  }, [t, kindText]);
}
