import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'ui-kit';
import { NotFoundMessage } from '../../../../shared/page/not-found-message';
import { staffAccessQuery } from '../../api/staff';
import styles from '../../components/form-page.module.css';
import { RecordPage } from '../../components/record-page';
import { RecordTitle } from '../../components/record-title';
import { NewMentorshipForm } from './new-mentorship-form';

/** Begins a mentorship by hand. */
export function Component() {
  const { t } = useTranslation('staff');
  return (
    <RecordPage query={useQuery(staffAccessQuery)} list="/staff/mentorships" back={t('mentorship.back')}>
      {({ permissions, managedProgrammes }) =>
        permissions.includes('manage_matching') ? (
          <div className={styles.parts}>
            <header>
              <RecordTitle>{t('match.title')}</RecordTitle>
              <p className={styles.lead}>{t('begin.lead')}</p>
            </header>
            <NewMentorshipForm programmes={managedProgrammes} />
          </div>
        ) : (
          <NotFoundMessage />
        )
      }
    </RecordPage>
  );
}
