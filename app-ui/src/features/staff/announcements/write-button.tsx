import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Schemas, toast, useErrorText, useTranslation } from 'ui-kit';
import { beginAnnouncement } from './announcement';

/** Begins a draft and opens it. The programme can be changed there. */
export function WriteButton({ programmes }: { programmes: readonly Schemas['StaffProgramme'][] }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { search } = useLocation();
  // Pressed again after a lost answer, it is the same draft.
  const [id] = useState(() => crypto.randomUUID());
  const [first] = programmes;
  const begin = useMutation({
    mutationFn: (programme: string) => beginAnnouncement({ id, programme }),
    onSuccess: () => navigate(id, { state: { list: search } }),
    onError: (error) => toast(errorText(error)),
  });
  if (first === undefined) return null;
  return (
    <Button
      leftSection={<Plus aria-hidden size={17} />}
      loading={begin.isPending}
      onClick={() => begin.mutate(first.id)}
    >
      {t('announcements.write')}
    </Button>
  );
}
