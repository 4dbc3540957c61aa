-- Generated from the definitions.
ALTER TABLE "terminal_terminal" ADD COLUMN "playbooks" text;
ALTER TABLE "ops_machinework" ADD COLUMN "files" bytea;
