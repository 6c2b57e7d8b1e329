import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { DayPicker } from '../../components/day-picker';
import { ReportDialog } from '../../components/lazy-report-dialog';
import { type Channel, counterpart } from '../../model/channels';
import { useChat } from '../../shell/chat-context';

const ChannelMenuDialog = lazyPart(() => import('./channel-menu-dialog'), 'closes');

interface ChannelMenuProps {
  channel: Channel;
  onJump: (date: string) => void;
  onSearch: (() => void) | undefined;
  onOpenPins: () => void;
  onOpenGallery: (() => void) | undefined;
  fullScreenHref: string | undefined;
}

/** The actions of a narrow header, behind one button. */
export function ChannelMenu({
  channel,
  onJump,
  onSearch,
  onOpenPins,
  onOpenGallery,
  fullScreenHref,
}: ChannelMenuProps) {
  const { t } = useTranslation('messenger');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isReporting, setIsReporting] = useState(false);
  const other = counterpart(channel, useChat().self.id);
  return (
    // The date field outlives the menu that opens it.
    <DayPicker at={Date.now()} onJump={onJump}>
      {(openDays) => (
        <>
          <IconButton
            label={t('channel.more')}
            aria-haspopup="dialog"
            aria-expanded={anchor !== null}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <Ellipsis aria-hidden size={19} />
          </IconButton>
          {anchor && (
            <Suspense>
              <ChannelMenuDialog
                channel={channel}
                anchor={anchor}
                fullScreenHref={fullScreenHref}
                onOpenDays={openDays}
                onSearch={onSearch}
                onOpenPins={onOpenPins}
                onOpenGallery={onOpenGallery}
                report={other && { name: other.userFullName, open: () => setIsReporting(true) }}
                onClose={() => setAnchor(null)}
              />
            </Suspense>
          )}
          {isReporting && other && (
            <Suspense>
              <ReportDialog
                channel={channel}
                userId={other.userId}
                name={other.userFullName}
                onClose={() => setIsReporting(false)}
              />
            </Suspense>
          )}
        </>
      )}
    </DayPicker>
  );
}
