-- Generated from the definitions.
ALTER TABLE "terminal_command" ADD COLUMN "cmd_filter_acl" uuid;
ALTER TABLE "terminal_command" ADD COLUMN "cmd_group" uuid;
ALTER TABLE "terminal_command" ADD COLUMN "cmd_filter_acl_name" text DEFAULT '' NOT NULL;
ALTER TABLE "terminal_command" ADD COLUMN "cmd_group_name" text DEFAULT '' NOT NULL;
