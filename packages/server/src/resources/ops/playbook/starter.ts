/** The entry file of a new playbook. */
export const starter = `---
- name: Example
  hosts: all
  gather_facts: false
  tasks:
    - name: Check that the asset answers
      ansible.builtin.ping:
`;
