import { allOf } from '@careloop/contracts/access';
import { listCareTeam, type CareTeamMember } from '@careloop/contracts/care-teams';
import { relationshipType, relationshipTypeLabels } from '@careloop/contracts/care-teams/codes';
import type { RelationshipType } from '@careloop/contracts/care-teams/codes';
import { setMemberInactive, setMemberRelationshipType, updatePatientPcp } from '@careloop/contracts/care-teams/members';
import { getPatientInfo } from '@careloop/contracts/patients';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconCheck,
  IconDotsVertical,
  IconMessage,
  IconStethoscope,
  IconUserOff,
  IconUserUp,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shownUser } from '../../../api/actingFor.ts';
import { useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { toast } from '../../../ui/toasts.tsx';
import classes from './CareTeam.module.css';

interface MemberActionsProps {
  patientId: number;
  member: CareTeamMember;
  /** Whether the user may send messages about the patient. */
  canMessage: boolean;
  onMessage: () => void;
  onEnd: () => void;
}

/** Actions for one member: write, leave or remove, and a menu of less frequent changes. */
export function MemberActions({ patientId, member, canMessage, onMessage, onEnd }: MemberActionsProps): ReactNode {
  const session = useSession();
  const name = `${member.firstName} ${member.lastName}`;
  const isOther = member.userId !== shownUser();
  const { can } = member;
  return (
    <div className={classes['actions']}>
      {isOther && canMessage && member.status === 'accepted' && session.can(allOf('Messages')) && (
        <ActionIcon variant="default" aria-label={`Message ${name}`} onClick={onMessage}>
          <IconMessage size={16} aria-hidden />
        </ActionIcon>
      )}
      {(can.leave === true || can.remove === true) && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={can.leave === true ? undefined : endName(member, name)}
          onClick={onEnd}
        >
          {can.leave === true ? 'Leave care team' : endLabel(member)}
        </Button>
      )}
      <MemberMenu patientId={patientId} member={member} name={name} />
    </div>
  );
}

const endLabel = ({ status }: CareTeamMember) => (status === 'invited' ? 'Withdraw' : 'Remove');

const endName = (member: CareTeamMember, name: string) =>
  member.status === 'invited' ? `Withdraw the invitation of ${name}` : `Remove ${name}`;

const relationships = Object.keys(relationshipTypeLabels) as RelationshipType[];
const stale = [listCareTeam, getPatientInfo];

function MemberMenu(props: { patientId: number; member: CareTeamMember; name: string }): ReactNode {
  const { patientId, member, name } = props;
  const { careTeamMemberId, version, can } = member;
  const of = { patientId, careTeamMemberId, version };
  const options = { invalidates: stale, onSuccess: () => toast.success('Care team updated.') };
  const setPcp = useCall(updatePatientPcp, options);
  const setRelationship = useCall(setMemberRelationshipType, options);
  const setInactive = useCall(setMemberInactive, options);
  const allowed = [can.setPcp, can.setRelationshipType, can.setInactive, can.setActive];
  if (!allowed.includes(true)) return null;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={`More for ${name}`}>
          <IconDotsVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can.setPcp === true && (
          <Menu.Item leftSection={<IconStethoscope size={16} aria-hidden />} onClick={() => setPcp.mutate(of)}>
            Make primary care provider
          </Menu.Item>
        )}
        {can.setRelationshipType === true && <Menu.Label>Relationship to the patient</Menu.Label>}
        {can.setRelationshipType === true &&
          relationships.map((relationship) => {
            const code = relationshipType.codeOf(relationship);
            return (
              <Menu.Item
                key={relationship}
                leftSection={<Chosen isChosen={code === member.relationshipType} />}
                onClick={() => setRelationship.mutate({ ...of, relationshipType: code })}
              >
                {relationshipTypeLabels[relationship]}
              </Menu.Item>
            );
          })}
        {can.setInactive === true && (
          <Menu.Item leftSection={<IconUserOff size={16} aria-hidden />} onClick={() => setInactive.mutate(of)}>
            Set inactive
          </Menu.Item>
        )}
        {can.setActive === true && (
          <Menu.Item
            leftSection={<IconUserUp size={16} aria-hidden />}
            onClick={() => setInactive.mutate({ ...of, isInactive: false })}
          >
            Set active
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Chosen({ isChosen }: { isChosen: boolean }): ReactNode {
  return (
    <IconCheck size={16} aria-label={isChosen ? 'Chosen' : undefined} visibility={isChosen ? undefined : 'hidden'} />
  );
}
