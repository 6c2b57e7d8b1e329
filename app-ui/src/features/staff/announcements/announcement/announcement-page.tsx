import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { RecordPage } from '../../components/record-page';
import { announcementQuery } from '../announcement';
import { AnnouncementEditor } from './announcement-editor';
import { AnnouncementView } from './announcement-view';

/** One announcement: its editor while it is a draft, then its texts and numbers. */
export function Component() {
  const { t } = useTranslation('staff');
  const { announcementId = '' } = useParams();
  const query = useQuery(announcementQuery(announcementId));
  return (
    <RecordPage query={query} list="/staff/announcements" back={t('announcements.back')}>
      {(announcement) =>
        announcement.state === 'draft' ? (
          <AnnouncementEditor key={announcement.id} announcement={announcement} />
        ) : (
          <AnnouncementView announcement={announcement} />
        )
      }
    </RecordPage>
  );
}
