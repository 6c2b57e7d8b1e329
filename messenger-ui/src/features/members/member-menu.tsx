import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { ReportDialog } from '../../components/lazy-report-dialog';
import type { Channel, ChannelMember } from '../../model/channels';

const MemberMenuDialog = lazyPart(() => import('./member-menu-dialog'), 'closes');

/** Menu button of a member, to report or block the person without a message of theirs. */
export function MemberMenu({ channel, member }: { channel: Channel; member: ChannelMember }) {
  const { t } = useTranslation('messenger');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isReporting, setIsReporting] = useState(false);
  const { userId, userFullName: name } = member;
  return (
    <>
      <IconButton
        label={t('members.actions', { name })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Ellipsis aria-hidden size={18} />
      </IconButton>
      <Suspense>
        {anchor && (
          <MemberMenuDialog
            member={member}
            anchor={anchor}
            onReport={() => setIsReporting(true)}
            onClose={() => setAnchor(null)}
          />
        )}
        {isReporting && (
          <ReportDialog channel={channel} userId={userId} name={name} onClose={() => setIsReporting(false)} />
        )}
      </Suspense>
    </>
  );
}
