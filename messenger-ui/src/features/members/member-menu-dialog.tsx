import { Button } from '@mantine/core';
import { Ban, CircleCheck, Flag } from 'lucide-react';
import { useState } from 'react';
import { toast, useErrorText, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import type { ChannelMember } from '../../model/channels';
import { Menu, MenuItem } from '../menu/menu';
import { isBlockable, useBlock, useBlocked } from '../safety/blocks';
import styles from './member-menu-dialog.module.css';

interface MemberMenuDialogProps {
  member: ChannelMember;
  anchor: HTMLElement;
  onReport: () => void;
  onClose: () => void;
}

/** Report, block, unblock. A block says first what it means. */
export default function MemberMenuDialog({ member, anchor, onReport, onClose }: MemberMenuDialogProps) {
  const { t } = useTranslation('messenger');
  const errorText = useErrorText();
  const [isAsking, setIsAsking] = useState(false);
  const block = useBlock();
  const { userId, userFullName: name, role } = member;
  const isBlocked = useBlocked().has(userId);

  const set = (on: boolean) =>
    block.mutate(
      { userId, on },
      {
        onSuccess: () => {
          onClose();
          void toast(on ? t('members.blocked', { name }) : t('members.unblocked', { name }));
        },
      },
    );
  const failed = block.error && (
    <p className={styles.error} role="alert">
      {errorText(block.error)}
    </p>
  );
  if (isAsking) {
    return (
      <ModalDialog key="ask" label={t('members.block', { name })} placement="center" onClose={onClose}>
        <div className={styles.ask}>
          <h2 className={styles.title}>{t('members.blockAsk', { name })}</h2>
          <p className={styles.text}>{t('members.blockText', { name })}</p>
          {failed}
          <div className={styles.buttons}>
            <Button variant="subtle" onClick={onClose}>
              {t('report.cancel')}
            </Button>
            <Button loading={block.isPending} onClick={() => set(true)}>
              {t('members.blockNow')}
            </Button>
          </div>
        </div>
      </ModalDialog>
    );
  }
  return (
    <ModalDialog
      key="menu"
      label={t('members.actions', { name })}
      placement="anchored"
      anchor={anchor}
      onClose={onClose}
    >
      <Menu>
        <MenuItem
          icon={<Flag aria-hidden size={17} />}
          onClick={() => {
            onClose();
            onReport();
          }}
        >
          {t('members.report', { name })}
        </MenuItem>
        {isBlocked ? (
          <MenuItem icon={<CircleCheck aria-hidden size={17} />} onClick={() => set(false)}>
            {t('blocked.unblock', { name })}
          </MenuItem>
        ) : (
          isBlockable(role) && (
            <MenuItem icon={<Ban aria-hidden size={17} />} onClick={() => setIsAsking(true)}>
              {t('members.block', { name })}
            </MenuItem>
          )
        )}
        {failed}
      </Menu>
    </ModalDialog>
  );
}
