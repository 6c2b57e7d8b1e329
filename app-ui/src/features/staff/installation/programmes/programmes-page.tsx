import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { AreaPage } from '../../components/area-page';
import { Notice } from '../../components/cells';
import { StateChip } from '../../components/state-chip';
import styles from '../installation.module.css';
import { InstallationTabs } from '../installation-tabs';
import { NewProgrammeDialog } from './new-programme-dialog';
import { type InstalledProgramme, programmesQuery } from './programmes';

/** The programmes of the installation, and a new one with the rules of another. */
export function Component() {
  const { t } = useTranslation('staff');
  const query = useQuery(programmesQuery);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <AreaPage title={t('programmes.title')} lead={t('programmes.lead')}>
      <InstallationTabs shown="programmes" />
      <QueryState query={query}>
        {(installed) => (
          <div className={styles.page}>
            <div>
              <Button
                leftSection={<Plus aria-hidden size={17} />}
                disabled={installed.programmes.length === 0}
                onClick={() => setIsAdding(true)}
              >
                {t('programmes.add')}
              </Button>
            </div>
            <ul className={styles.rows}>
              {installed.programmes.map((programme) => (
                <Row key={programme.id} programme={programme} />
              ))}
            </ul>
            {isAdding && <NewProgrammeDialog installed={installed} onClose={() => setIsAdding(false)} />}
          </div>
        )}
      </QueryState>
    </AreaPage>
  );
}

function Row({ programme }: { programme: InstalledProgramme }) {
  const { t } = useTranslation('staff');
  const { id, key, name, timeZone, isOpen, isOfConsole, people, mentorships, coordinators } = programme;
  return (
    <li className={styles.row}>
      <strong>
        <Link to={`/staff/programme?programme=${id}`}>
          <bdi>{name}</bdi>
        </Link>
      </strong>
      <span className={styles.facts}>
        <StateChip isCurrent={false}>{t(isOpen ? 'programmes.open' : 'programmes.closed')}</StateChip>
        <Link to={`/staff/people?programme=${id}`}>{t('programmes.people', { count: people })}</Link>
        <Link to={`/staff/mentorships?programme=${id}&state=active`}>
          {t('programmes.mentorships', { count: mentorships })}
        </Link>
        <span>
          <bdi dir="ltr">{key}</bdi>
        </span>
        <span>
          <bdi dir="ltr">{timeZone}</bdi>
        </span>
        {isOfConsole && <span>{t('programmes.ofConsole')}</span>}
        {coordinators === 0 && (
          <Link to="/staff/team">
            <Notice icon={CircleAlert}>{t('programmes.withoutCoordinator')}</Notice>
          </Link>
        )}
      </span>
    </li>
  );
}
