/** The photo of a person in a circle, or their initials. */
import Box from '@mui/material/Box';
import type { PersonAnswer } from '../../query-service/contract/answers/teams.ts';
import { Avatar } from '../ui/layout/Avatar.tsx';
import { displayNameOf, initialsOf } from './display-name.ts';
import { usePhoto } from './queries.ts';

interface UserAvatarProps {
  readonly person: PersonAnswer;
  /** In pixels. */
  readonly size?: number;
}

export function UserAvatar({ person, size = 28 }: UserAvatarProps) {
  const { data } = usePhoto(person.id);
  return (
    // Opaque, because faces in a row overlap.
    <Box
      component="span"
      title={displayNameOf(person)}
      sx={{ flexShrink: 0, display: 'block', borderRadius: '50%', bgcolor: 'background.paper' }}
    >
      <Avatar initials={initialsOf(person)} photo={data?.profilePhoto ?? null} size={size} />
    </Box>
  );
}
