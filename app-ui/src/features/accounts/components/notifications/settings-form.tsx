import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Banner, toast, useErrorText, useTranslation } from 'ui-kit';
import formStyles from '../../../../shared/forms/form.module.css';
import { type NotificationSettings, useSaveNotificationSettings } from '../../api/notification-settings';
import styles from './notifications-dialog.module.css';
import { isChanged, MAIL_HOURS, type SettingsDraft, toBody, toDraft } from './settings-draft';

const inputStyles = { input: formStyles.input, label: formStyles.label };

/** Quiet hours and mails about unread messages: the same on all devices. */
export function SettingsForm({ stored }: { stored: NotificationSettings }) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const save = useSaveNotificationSettings();
  const [draft, setDraft] = useState(() => toDraft(stored));
  const [isTimeMissing, setIsTimeMissing] = useState(false);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const change = (part: Partial<SettingsDraft>) => {
    setIsTimeMissing(false);
    setDraft((before) => ({ ...before, ...part }));
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = toBody(draft, zone);
    setIsTimeMissing(body === null);
    if (body === null || save.isPending) return;
    save.mutate(body, { onSuccess: () => void toast(t('notificationSettings.saved')) });
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={t('notificationSettings.all')}>
      <fieldset className={styles.section}>
        <legend className={styles.heading}>{t('notificationSettings.quiet')}</legend>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.isQuiet}
            onChange={(event) => change({ isQuiet: event.currentTarget.checked })}
          />
          {t('notificationSettings.isQuiet')}
        </label>
        {draft.isQuiet && (
          <div className={styles.times}>
            <TextInput
              label={t('notificationSettings.from')}
              type="time"
              required
              withAsterisk={false}
              value={draft.from}
              onChange={(event) => change({ from: event.currentTarget.value })}
              error={isTimeMissing}
              aria-describedby="quiet-hint"
              classNames={inputStyles}
            />
            <TextInput
              label={t('notificationSettings.until')}
              type="time"
              required
              withAsterisk={false}
              value={draft.until}
              onChange={(event) => change({ until: event.currentTarget.value })}
              error={isTimeMissing}
              aria-describedby="quiet-hint"
              classNames={inputStyles}
            />
          </div>
        )}
        {isTimeMissing && (
          <p className={styles.error} role="alert">
            {t('notificationSettings.timesMissing')}
          </p>
        )}
        <p className={styles.hint} id="quiet-hint">
          {draft.isQuiet
            ? t('notificationSettings.quietHint', { zone: zone.replaceAll('_', ' ') })
            : t('notificationSettings.quietOffHint')}
        </p>
      </fieldset>
      <NativeSelect
        label={t('notificationSettings.mail')}
        description={t('notificationSettings.mailHint')}
        inputWrapperOrder={['label', 'input', 'description']}
        value={draft.mail}
        onChange={(event) => change({ mail: event.currentTarget.value })}
        classNames={{ ...inputStyles, label: styles.heading ?? '', description: styles.hint ?? '' }}
      >
        <option value="">{t('notificationSettings.mailNever')}</option>
        {MAIL_HOURS.map((count) => (
          <option key={count} value={count}>
            {t('notificationSettings.mailAfter', { count })}
          </option>
        ))}
      </NativeSelect>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.hasReminderMails}
          onChange={(event) => change({ hasReminderMails: event.currentTarget.checked })}
        />
        {t('notificationSettings.reminderMails')}
      </label>
      {save.error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(save.error)}
        </Banner>
      )}
      <Button
        type="submit"
        className={styles.save ?? ''}
        loading={save.isPending}
        disabled={!isChanged(draft, stored, zone)}
      >
        {t('notificationSettings.save')}
      </Button>
    </form>
  );
}
