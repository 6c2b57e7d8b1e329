import { CircleAlert, CircleCheck, Clock, type LucideIcon, RotateCcw, Send } from 'lucide-react';
import { useMemo } from 'react';
import { formatDateTime, useTranslation } from 'ui-kit';
import type { Column } from '../../../../shared/lists/column';
import { DataTable } from '../../../../shared/lists/data-table';
import type { Filter } from '../../../../shared/lists/filter';
import { useList } from '../../../../shared/lists/use-list';
import { Ago } from '../../components/cells';
import { useEventText } from './use-event-text';
import { DELIVERIES, type Delivery, STATES, sendAgain, type Webhook } from './webhook';
import styles from './webhooks.module.css';

const ICONS: Readonly<Record<Delivery['state'], LucideIcon>> = {
  waiting: Clock,
  delivered: CircleCheck,
  failed: CircleAlert,
};

/** The log of what was sent, or waits for it. */
export function Deliveries({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t, i18n } = useTranslation('staff');
  const list = useList(DELIVERIES);
  const eventText = useEventText();
  const columns = useMemo<Column<Delivery>[]>(
    () => [
      { id: 'event', header: t('webhooks.event'), isName: true, cell: ({ event }) => eventText(event) },
      {
        id: 'state',
        header: t('webhooks.state'),
        cell: ({ state, attempts, status }) => {
          const Icon = ICONS[state];
          const answer = status === null ? t('webhooks.noAnswer') : t('webhooks.code', { status });
          return (
            <span className={styles.state} data-state={state}>
              <Icon aria-hidden size={16} />
              {t(`webhooks.states.${state}`)}
              {attempts > 0 && <span className={styles.faint}>{answer}</span>}
            </span>
          );
        },
      },
      { id: 'attempts', header: t('webhooks.attempts'), isShort: true, cell: ({ attempts }) => attempts },
      {
        id: 'createdAt',
        header: t('webhooks.at'),
        sort: 'createdAt',
        isDescendingFirst: true,
        isShort: true,
        cell: ({ createdAt }) => <Ago at={createdAt} />,
      },
    ],
    [t, eventText],
  );
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'options',
        name: 'webhook',
        label: t('webhooks.title'),
        options: webhooks.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        kind: 'options',
        name: 'state',
        label: t('webhooks.state'),
        options: STATES.map((value) => ({ value, label: t(`webhooks.states.${value}`) })),
      },
    ],
    [t, webhooks],
  );
  return (
    <DataTable
      list={list}
      label={t('webhooks.log')}
      columns={columns}
      filters={filters}
      nameOf={({ event, createdAt }) => `${eventText(event)}, ${formatDateTime(createdAt, i18n.language)}`}
      bulkActs={[{ id: 'again', label: t('webhooks.again'), icon: RotateCcw, act: sendAgain }]}
      empty={{ icon: Send, title: t('webhooks.noneSent'), text: t('webhooks.noneSentText') }}
    />
  );
}
