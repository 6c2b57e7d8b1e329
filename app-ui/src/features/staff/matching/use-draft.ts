import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useRefresh } from '../components/use-refresh';
import { draftRound, type Situation, type Weights } from './round';

/** Computes a draft and shows it, unless the person has gone to another page meanwhile. */
export function useDraft(situation: Situation) {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const draft = useMutation({
    mutationFn: (weights: Weights) => draftRound(situation, weights),
    onSettled: () => void refresh(),
  });
  return {
    ...draft,
    compute: (weights: Weights = {}) =>
      draft.isPending ||
      draft.mutate(weights, { onSuccess: ({ id }) => void navigate(`/staff/matching/${id}`) }),
  };
}
