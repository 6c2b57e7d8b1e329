import { useQuery } from '@tanstack/react-query';
import { BarChart3 } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { RecordPage } from '../../components/record-page';
import { resultsPage } from '../survey-texts';
import { windowQuery } from '../survey-window';
import { AskedPeople } from './asked-people';
import { WindowActs } from './window-acts';
import { WindowHead } from './window-head';
import { WindowNumbers } from './window-numbers';
import styles from './window-page.module.css';

/** A time in which people are asked: who has sent the survey, and what staff can do about the others. */
export function Component() {
  const { t } = useTranslation('staff');
  const { windowId = '' } = useParams();
  return (
    <RecordPage query={useQuery(windowQuery(windowId))} list="/staff/surveys" back={t('surveys.back')} isWide>
      {(window) => (
        <div className={styles.parts}>
          <WindowHead window={window} />
          <WindowNumbers window={window} />
          <Link className={styles.results} to={resultsPage(window)}>
            <BarChart3 aria-hidden size={18} />
            {t('surveys.results.open')}
          </Link>
          <WindowActs window={window} />
          <AskedPeople key={window.id} window={window} />
        </div>
      )}
    </RecordPage>
  );
}
