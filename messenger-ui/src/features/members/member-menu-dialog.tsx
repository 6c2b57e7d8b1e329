import { Button } from '@mantine/core';
import { Ban, CircleCheck, Flag } from 'lucide-react';
import { useState } from 'react';
import { toast, useErrorText, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { Menu, MenuItem } from '../../components/menu';
import { isBlockable, useBlock, useBlocked } from '../../hooks/use-blocks';
import type { ChannelMember } from '../../model/channels';
import styles from './member-menu-dialog.module.css';

interface MemberMenuDialogProps {
  member: ChannelMember;
  anchor: HTMLElement;
  onReport: () => void;
  onClose: () => void;
}

/** Actions on a member: report, block (after a confirmation), unblock. */
export default function MemberMenuDialog({ member, anchor, onReport, onClose }: MemberMenuDialogProps) {
  const { t } = useTranslation('messenger');
  const errorText = useErrorText();
  const [isConfirming, setIsConfirming] = useState(false);
  const block = useBlock();
  const { userId, userFullName: name, role } = member;
  const isBlocked = useBlocked().has(userId);

  const setBlocked = (on: boolean) =>
    block.mutate(
      { userId, on },
      {
        onSuccess: () => {
          onClose();
          void toast(on ? t('members.blocked', { name }) : t('members.unblocked', { name }));
        },
      },
    );
  const errorMessage = block.error && (
    <p className={styles.error} role="alert">
      {errorText(block.error)}
    </p>
  );
  if (isConfirming) {
    return (
      <ModalDialog
        key="confirmation"
        label={t('members.block', { name })}
        placement="center"
        onClose={onClose}
      >
        <div className={styles.confirmation}>
          <h2 className={styles.title}>{t('members.blockQuestion', { name })}</h2>
          <p className={styles.text}>{t('members.blockExplanation', { name })}</p>
          {errorMessage}
          <div className={styles.buttons}>
            <Button variant="subtle" onClick={onClose}>
              {t('report.cancel')}
            </Button>
            <Button loading={block.isPending} onClick={() => setBlocked(true)}>
              {t('members.blockConfirm')}
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
          <MenuItem icon={<CircleCheck aria-hidden size={17} />} onClick={() => setBlocked(false)}>
            {t('blocked.unblock', { name })}
          </MenuItem>
        ) : (
          isBlockable(role) && (
            <MenuItem icon={<Ban aria-hidden size={17} />} onClick={() => setIsConfirming(true)}>
              {t('members.block', { name })}
            </MenuItem>
          )
        )}
        {errorMessage}
      </Menu>
    </ModalDialog>
  );
}
