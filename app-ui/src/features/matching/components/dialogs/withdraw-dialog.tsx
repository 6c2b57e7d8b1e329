import { Button } from '@mantine/core';
import { announce, Banner, useTranslation } from 'ui-kit';
import { useRefusalText, useWithdraw } from '../../api/queries';
import { DialogFrame } from './dialog-frame';

interface WithdrawDialogProps {
  id: string;
  name: string;
  onClose: () => void;
}

/** Asks before a Yes is taken back. */
export function WithdrawDialog({ id, name, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('matching');
  const withdraw = useWithdraw(() => {
    onClose();
    announce(t('withdraw.done', { name }));
  });
  const refusalText = useRefusalText();

  function confirm(): void {
    if (withdraw.isPending) return;
    withdraw.mutate(id);
  }

  return (
    <DialogFrame
      title={t('withdraw.title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('withdraw.keep')}
          </Button>
          <Button aria-disabled={withdraw.isPending || undefined} onClick={confirm}>
            {t('withdraw.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('withdraw.text')}</p>
      {withdraw.error !== null && (
        <Banner tone="danger" role="alert">
          {refusalText(withdraw.error)}
        </Banner>
      )}
    </DialogFrame>
  );
}
