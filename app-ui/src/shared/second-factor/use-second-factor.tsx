import './texts';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { api, HttpError, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { AppCodeForm } from './app-code-form';
import styles from './second-factor-dialog.module.css';

interface Asked {
  confirm: () => void;
  cancel: () => void;
}

interface SecondFactor {
  /** Runs a call. If the server wants a code of the app first, a dialog asks for it, and the call runs again. */
  run: <T>(call: () => Promise<T>) => Promise<T>;
  /** The dialog, to be rendered. */
  dialog: ReactNode;
}

/** For acts that need a recent code of the authenticator app. */
export function useSecondFactor(): SecondFactor {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    run: async (call) => {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof HttpError && error.code === 'second_factor_required')) throw error;
        await new Promise<void>((resolve, reject) =>
          setAsked({ confirm: resolve, cancel: () => reject(error) }),
        ).finally(() => setAsked(null));
        return call();
      }
    },
    dialog: asked && <SecondFactorDialog {...asked} />,
  };
}

function SecondFactorDialog({ confirm, cancel }: Asked) {
  const { t } = useTranslation('secondFactor');
  return (
    <ModalDialog label={t('confirm.title')} placement="center" onClose={cancel}>
      <div className={styles.dialog}>
        <h2 className={styles.title}>{t('confirm.title')}</h2>
        <p className={styles.text}>{t('confirm.text')}</p>
        <AppCodeForm
          label={t('confirm.title')}
          hasRecovery
          onSubmit={async (code) => {
            await api.post('/api/v2/users/second-factor/confirm/', { body: { code } });
            confirm();
          }}
        >
          <Button variant="subtle" onClick={cancel}>
            {t('confirm.cancel')}
          </Button>
        </AppCodeForm>
      </div>
    </ModalDialog>
  );
}
