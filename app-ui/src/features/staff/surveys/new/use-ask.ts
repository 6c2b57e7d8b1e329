import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast, useTranslation } from 'ui-kit';
import { useRefresh } from '../../components/use-refresh';
import { useTextId } from '../../components/use-text-id';
import { askPeople, type WindowRequest } from '../survey-window';

/** Asks people to take a survey, and leads to the page of the window, in place of the form. */
export function useAsk(today: string, onAsked: () => void) {
  const { t } = useTranslation('staff');
  const refresh = useRefresh();
  const navigate = useNavigate();
  const { idOf } = useTextId();
  return useMutation({
    mutationFn: (body: WindowRequest) => askPeople({ ...body, id: idOf(JSON.stringify(body)) }),
    onSuccess: ({ id, kind, opensOn }) => {
      onAsked();
      const does = kind !== 'dates' ? 'started' : opensOn === today ? 'now' : 'planned';
      void toast(t(`surveys.done.${does}`));
      void refresh();
      void navigate(`/staff/surveys/${id}`, { replace: true });
    },
    // A colleague may have asked the same people meanwhile.
    onError: refresh,
  });
}
