import { Bell, BellOff, Bookmark, CalendarDays, Flag, Images, Maximize2, Pin, Search } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { Menu, MenuItem } from '../../components/menu';
import type { Channel } from '../../model/channels';
import { CloseOnBack } from '../../shell/close-on-back';
import { afterOverlay } from '../../shell/overlay-history';
import { useOpenPage } from '../../shell/page-navigation';
import { savedPanel } from '../../shell/saved-panel';
import { addressOf } from '../../shell/selection';
import { useMute } from './use-mute';

interface ChannelMenuDialogProps {
  channel: Channel;
  anchor: HTMLElement;
  fullScreenHref: string | undefined;
  onOpenDays: () => void;
  onSearch: (() => void) | undefined;
  onOpenPins: () => void;
  onOpenGallery: (() => void) | undefined;
  /** Reports the other person of a direct channel. */
  report: { name: string; open: () => void } | undefined;
  onClose: () => void;
}

/** Menu of a channel; a bottom sheet on a phone. */
export default function ChannelMenuDialog({
  channel,
  anchor,
  fullScreenHref,
  onOpenDays,
  onSearch,
  onOpenPins,
  onOpenGallery,
  report,
  onClose,
}: ChannelMenuDialogProps) {
  const { t } = useTranslation('messenger');
  const openPage = useOpenPage();
  const { toggle } = useMute(channel);
  const { channelId, isMuted } = channel;
  const MuteIcon = isMuted ? Bell : BellOff;
  return (
    <ModalDialog label={t('channel.more')} placement="anchored" anchor={anchor} onClose={onClose}>
      <CloseOnBack onClose={onClose} />
      <Menu>
        {onSearch && (
          <MenuItem
            icon={<Search aria-hidden size={17} />}
            onClick={() => {
              onClose();
              afterOverlay(onSearch);
            }}
          >
            {t('channel.search')}
          </MenuItem>
        )}
        <MenuItem
          icon={<CalendarDays aria-hidden size={17} />}
          onClick={() => {
            onClose();
            onOpenDays();
          }}
        >
          {t('channel.jumpToDay')}
        </MenuItem>
        <MenuItem
          icon={<Pin aria-hidden size={17} />}
          onClick={() => {
            onClose();
            onOpenPins();
          }}
        >
          {t('pins.title')}
        </MenuItem>
        {onOpenGallery && (
          <MenuItem
            icon={<Images aria-hidden size={17} />}
            onClick={() => {
              onClose();
              onOpenGallery();
            }}
          >
            {t('gallery.title')}
          </MenuItem>
        )}
        <MenuItem
          icon={<MuteIcon aria-hidden size={17} />}
          onClick={() => {
            onClose();
            toggle();
          }}
        >
          {isMuted ? t('mute.off') : t('mute.on')}
        </MenuItem>
        <MenuItem
          icon={<Bookmark aria-hidden size={17} />}
          onClick={() => {
            onClose();
            savedPanel.open();
          }}
        >
          {t('saved.title')}
        </MenuItem>
        {fullScreenHref !== undefined && (
          <MenuItem
            icon={<Maximize2 aria-hidden size={17} />}
            onClick={() => openPage(addressOf(fullScreenHref, channelId))}
          >
            {t('channel.fullScreen')}
          </MenuItem>
        )}
        {report && (
          <MenuItem
            icon={<Flag aria-hidden size={17} />}
            onClick={() => {
              onClose();
              report.open();
            }}
          >
            {t('members.report', { name: report.name })}
          </MenuItem>
        )}
      </Menu>
    </ModalDialog>
  );
}
