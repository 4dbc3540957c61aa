-- Generated from the definitions.
ALTER TABLE "terminal_replaymove" ADD COLUMN "run" uuid;
