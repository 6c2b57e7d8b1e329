import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, type Schemas, toast, useTranslation } from 'ui-kit';
import { useRefresh } from '../components/use-refresh';

/** Begins a mentorship, and leads to its page. With `replace` the way back leaves out the page that began it. */
export function useBegin({ replace = false } = {}) {
  const { t } = useTranslation('staff');
  const refresh = useRefresh();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Schemas['BeginRequest']) => api.post('/api/staff/mentorships/', { body }),
    onSuccess: ({ id }) => {
      void toast(t('match.begun'));
      void refresh();
      void navigate(`/staff/mentorships/${id}`, { replace });
    },
    // What is missing may have changed.
    onError: refresh,
  });
}
