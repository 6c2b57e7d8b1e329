import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RefreshCw } from 'lucide-react';
import { formatDateTime, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { AreaPage } from '../components/area-page';
import { Section } from '../components/section';
import { CheckList } from './check-list';
import { attentionIn, type Installation, installationQuery, sizeText } from './installation';
import styles from './installation.module.css';
import { InstallationTabs } from './installation-tabs';
import { JobList } from './job-list';
import { QueueList } from './queue-list';
import { StoppedWebhooks } from './stopped-webhooks';
import { webhooksQuery } from './webhooks/webhook';

/** How the installation is, for its administrators. */
export function Component() {
  const { t } = useTranslation('staff');
  const query = useQuery(installationQuery);
  const webhooks = useQuery(webhooksQuery);
  const stopped = webhooks.data?.filter(({ goneAt }) => goneAt !== null) ?? [];
  return (
    <AreaPage title={t('staff.installation')} lead={t('installation.lead')}>
      <InstallationTabs shown="state" />
      <QueryState query={query}>
        {(installation) => (
          <div className={styles.page}>
            <Verdict
              installation={installation}
              count={attentionIn(installation) + stopped.length}
              isChecking={query.isFetching}
              onCheck={() => {
                void query.refetch();
                void webhooks.refetch();
              }}
            />
            <StoppedWebhooks webhooks={stopped} />
            <CheckList checks={installation.checks} />
            <QueueList queues={installation.queues} now={installation.now} />
            <JobList jobs={installation.jobs} now={installation.now} />
            <ServerFacts installation={installation} />
          </div>
        )}
      </QueryState>
    </AreaPage>
  );
}

interface VerdictProps {
  installation: Installation;
  /** What needs attention. */
  count: number;
  isChecking: boolean;
  onCheck: () => void;
}

function Verdict({ installation, count, isChecking, onCheck }: VerdictProps) {
  const { t, i18n } = useTranslation('staff');
  const Icon = count > 0 ? CircleAlert : CircleCheck;
  const time = <time dateTime={installation.now}>{formatDateTime(installation.now, i18n.language)}</time>;
  return (
    <div className={styles.card} data-state={count > 0 ? 'warning' : 'good'}>
      <Icon className={styles.icon} aria-hidden size={28} />
      <div className={styles.words}>
        <p className={styles.verdictTitle} role="status">
          {count > 0 ? t('installation.attention', { count }) : t('installation.allGood')}
        </p>
        <p className={styles.advice}>
          {count > 0 ? t('installation.attentionText') : t('installation.allGoodText')}
        </p>
        <p className={styles.hint}>{time}</p>
      </div>
      <Button
        variant="default"
        loading={isChecking}
        leftSection={<RefreshCw aria-hidden size={17} />}
        onClick={onCheck}
      >
        {t('installation.checkAgain')}
      </Button>
    </div>
  );
}

function ServerFacts({ installation: { version, database, processes } }: { installation: Installation }) {
  const { t, i18n } = useTranslation('staff');
  const { kind, bytes, schema, knownSchema } = database;
  return (
    <Section title={t('installation.server')}>
      <dl className={styles.list}>
        <div>
          <dt>{t('installation.version')}</dt>
          <dd>
            <bdi>{version}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('installation.database')}</dt>
          <dd>
            {t('installation.databaseText', { kind, size: sizeText(bytes, i18n.language), schema })}
            {schema > knownSchema && <p className={styles.hint}>{t('installation.schemaNewer')}</p>}
          </dd>
        </div>
        <div>
          <dt>{t('installation.processes')}</dt>
          <dd>
            {processes.length === 0
              ? t('installation.jobsUnknown')
              : processes.map(({ id, version: own, startedAt }) => (
                  <p key={id}>
                    {t('installation.process', {
                      version: own,
                      time: formatDateTime(startedAt, i18n.language),
                    })}
                  </p>
                ))}
          </dd>
        </div>
      </dl>
    </Section>
  );
}
