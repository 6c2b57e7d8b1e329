import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useMissing } from '../../../../shared/lists/use-missing';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import { staffAccessQuery } from '../../api/staff';
import { Checkbox } from '../../components/checkbox';
import { NameInput } from '../../components/name-input';
import { useAct } from '../../components/use-act';
import { useEventText } from './use-event-text';
import { addWebhook, EVENTS, type NewWebhook } from './webhook';

interface AddWebhookDialogProps {
  onAdded: (secret: string) => void;
  onClose: () => void;
}

const EVERYWHERE = '';

/** Asks where events are sent, and which. */
export function AddWebhookDialog({ onAdded, onClose }: AddWebhookDialogProps) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const errorText = useErrorText();
  const eventText = useEventText();
  const factor = useSecondFactor();
  const { data: access } = useQuery(staffAccessQuery);
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [programme, setProgramme] = useState(EVERYWHERE);
  const [events, setEvents] = useState<NewWebhook['events']>([...EVENTS]);
  const act = useAct(async () => {
    const body = { name, url, programme: programme === EVERYWHERE ? null : programme, events };
    const { secret } = await factor.run(() => addWebhook(body));
    onAdded(secret);
  }, '');
  const toggle = (event: (typeof EVENTS)[number], isOn: boolean) =>
    setEvents((before) => (isOn ? [...before, event] : before.filter((one) => one !== event)));
  return (
    <>
      <FormDialog
        title={t('webhooks.add')}
        text={t('webhooks.addText')}
        cancel={t('webhooks.cancel')}
        submit={t('webhooks.submit')}
        missing={missing({
          [t('webhooks.name')]: name.trim() === '',
          [t('webhooks.url')]: url.trim() === '',
          [t('webhooks.events')]: events.length === 0,
        })}
        isPending={act.isPending}
        error={act.error && errorText(act.error)}
        onSubmit={() => act.mutate(undefined)}
        onClose={onClose}
      >
        <NameInput label={t('webhooks.name')} value={name} onChange={setName} />
        <TextInput
          size="md"
          label={t('webhooks.url')}
          type="url"
          dir="ltr"
          placeholder="https://"
          autoComplete="off"
          required
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <NativeSelect
          size="md"
          label={t('webhooks.programme')}
          data={[
            { value: EVERYWHERE, label: t('webhooks.allProgrammes') },
            ...(access?.programmes ?? []).map(({ id, title }) => ({ value: id, label: title })),
          ]}
          value={programme}
          onChange={({ currentTarget }) => setProgramme(currentTarget.value)}
        />
        <Checkbox.Group label={t('webhooks.events')} value={events}>
          {EVENTS.map((event) => (
            <Checkbox
              key={event}
              mt="xs"
              value={event}
              label={eventText(event)}
              onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
            />
          ))}
        </Checkbox.Group>
      </FormDialog>
      {factor.dialog}
    </>
  );
}
