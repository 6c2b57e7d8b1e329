import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useMissing } from '../../../../shared/lists/use-missing';
import { PersonPicker } from '../../components/person-picker';
import { useAct } from '../../components/use-act';
import { nameOf, type Person } from '../../people/person';
import { addMentee, type MentorshipRecord } from './mentorship-record';

interface AddMenteeDialogProps {
  mentorship: MentorshipRecord;
  onClose: () => void;
}

/** Finds a mentee for a group. */
export function AddMenteeDialog({ mentorship, onClose }: AddMenteeDialogProps) {
  const { t } = useTranslation('staff');
  const missing = useMissing();
  const errorText = useErrorText();
  const [chosen, setChosen] = useState<Person | null>(null);
  const { id, members, programme } = mentorship;
  const name = chosen === null ? '' : nameOf(chosen);
  const act = useAct((person: string) => addMentee(id, person), t('group.added', { name }), onClose);
  return (
    <FormDialog
      title={t('group.add')}
      text={t('group.addText')}
      cancel={t('safeguarding.cancel')}
      submit={t('group.addSubmit')}
      missing={missing({ [t('people.roles.mentee')]: chosen === null })}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => chosen && act.mutate(chosen.id)}
      onClose={onClose}
    >
      <PersonPicker
        side="mentee"
        programme={programme.id}
        without={members.filter(({ leftAt }) => leftAt === null).map((member) => member.id)}
        chosen={chosen?.id ?? ''}
        onChoose={setChosen}
      />
    </FormDialog>
  );
}
