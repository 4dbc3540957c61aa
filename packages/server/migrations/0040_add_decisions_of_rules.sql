-- Generated from the definitions.
CREATE INDEX "audits_userloginlog_rule_datetime_ix" ON "audits_userloginlog" USING btree ("rule","datetime","id");
CREATE INDEX "terminal_command_cmd_filter_acl_timestamp_ix" ON "terminal_command" USING btree ("org_id","cmd_filter_acl" NULLS FIRST,"timestamp","id");
