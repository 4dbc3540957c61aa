CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS ltree;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE TABLE "accounts_account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"privileged" boolean NOT NULL,
	"is_active" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", '')) || chr(10) || lower(coalesce("username", '')) || chr(10) || lower(coalesce("comment", ''))) STORED,
	"su_from" uuid,
	"asset" uuid,
	"date_verified" timestamp (6) with time zone,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"secret_type" text NOT NULL,
	"secret" text,
	"ssh_key_fingerprint" text,
	"source" text,
	"source_id" text,
	"connectivity" text NOT NULL,
	"comment" text NOT NULL,
	"created_by" text NOT NULL
);

CREATE TABLE "accounts_accounttemplate" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"privileged" boolean NOT NULL,
	"auto_push" boolean NOT NULL,
	"is_active" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", '')) || chr(10) || lower(coalesce("username", ''))) STORED,
	"su_from" uuid,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"secret_type" text NOT NULL,
	"secret_strategy" text NOT NULL,
	"password_rules" jsonb NOT NULL,
	"secret" text,
	"ssh_key_fingerprint" text,
	"push_params" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "accounts_historicalaccount" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"history_date" timestamp (6) with time zone NOT NULL,
	"account" uuid,
	"history_user" uuid,
	"secret" text,
	"secret_type" text NOT NULL
);

CREATE TABLE "accounts_virtualaccount" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"secret_from_login" boolean,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"alias" text NOT NULL
);

CREATE TABLE "assets_asset" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"is_active" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", '')) || chr(10) || lower(coalesce("address", '')) || chr(10) || lower(coalesce("comment", ''))) STORED,
	"platform" bigint,
	"domain" uuid,
	"date_verified" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"date_created" timestamp (6) with time zone,
	"use_ssl" boolean,
	"allow_invalid_cert" boolean,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"protocols" jsonb NOT NULL,
	"category" text NOT NULL,
	"type" text NOT NULL,
	"connectivity" text NOT NULL,
	"gathered_info" jsonb NOT NULL,
	"comment" text NOT NULL,
	"created_by" text NOT NULL,
	"custom_info" jsonb,
	"db_name" text,
	"ca_cert" text,
	"client_cert" text,
	"client_key" text,
	"proxy" text,
	"autofill" text,
	"username_selector" text,
	"password_selector" text,
	"submit_selector" text,
	"script" jsonb
);

CREATE TABLE "assets_domain" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"name" text NOT NULL,
	"comment" text NOT NULL,
	"created_by" text NOT NULL
);

CREATE TABLE "assets_favoriteasset" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"asset" uuid,
	"user" uuid
);

CREATE TABLE "assets_node" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"child_mark" bigint NOT NULL,
	"assets_amount" bigint NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("full_value", ''))) STORED,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"full_value" text NOT NULL,
	"parent_key" text NOT NULL
);

CREATE TABLE "assets_platform" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"internal" boolean NOT NULL,
	"domain_enabled" boolean NOT NULL,
	"su_enabled" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"type" text NOT NULL,
	"charset" text NOT NULL,
	"protocols" jsonb NOT NULL,
	"su_method" text,
	"automation" jsonb NOT NULL,
	"custom_fields" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "audits_activitylog" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"datetime" timestamp (6) with time zone NOT NULL,
	"r_type" text NOT NULL,
	"content" text NOT NULL,
	"resource_id" text NOT NULL,
	"detail_id" text
);

CREATE TABLE "audits_ftplog" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"is_success" boolean NOT NULL,
	"has_file" boolean NOT NULL,
	"date_start" timestamp (6) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("user", '')) || chr(10) || lower(coalesce("asset", '')) || chr(10) || lower(coalesce("account", '')) || chr(10) || lower(coalesce("filename", ''))) STORED,
	"user" text NOT NULL,
	"remote_addr" text,
	"asset" text NOT NULL,
	"account" text NOT NULL,
	"operate" text NOT NULL,
	"filename" text NOT NULL,
	"session" text NOT NULL
);

CREATE TABLE "audits_operatelog" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"datetime" timestamp (6) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("user", '')) || chr(10) || lower(coalesce("resource", ''))) STORED,
	"user" text NOT NULL,
	"action" text NOT NULL,
	"resource" text NOT NULL,
	"remote_addr" text,
	"resource_key" text NOT NULL,
	"resource_id" text NOT NULL,
	"diff" jsonb
);

CREATE TABLE "audits_passwordchangelog" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"datetime" timestamp (6) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("user", '')) || chr(10) || lower(coalesce("change_by", '')) || chr(10) || lower(coalesce("remote_addr", ''))) STORED,
	"user" text NOT NULL,
	"change_by" text NOT NULL,
	"remote_addr" text
);

CREATE TABLE "audits_userloginlog" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mfa" bigint NOT NULL,
	"status" boolean NOT NULL,
	"datetime" timestamp (6) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("username", '')) || chr(10) || lower(coalesce("ip", '')) || chr(10) || lower(coalesce("city", ''))) STORED,
	"username" text NOT NULL,
	"type" text,
	"ip" text NOT NULL,
	"city" text,
	"user_agent" text,
	"reason" text NOT NULL,
	"backend" text NOT NULL
);

CREATE TABLE "audits_usersession" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("ip", '')) || chr(10) || lower(coalesce("city", ''))) STORED,
	"user" uuid,
	"date_expired" timestamp (6) with time zone,
	"date_created" timestamp (6) with time zone,
	"type" text NOT NULL,
	"ip" text NOT NULL,
	"city" text,
	"user_agent" text,
	"backend" text NOT NULL,
	"session_id" text NOT NULL
);

CREATE TABLE "authentication_accesskey" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"is_active" boolean NOT NULL,
	"date_last_used" timestamp (6) with time zone,
	"user" uuid,
	"date_created" timestamp (6) with time zone,
	"ip_group" jsonb NOT NULL,
	"secret" text
);

CREATE TABLE "authentication_connectiontoken" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"actions" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"is_reusable" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("user_display", '')) || chr(10) || lower(coalesce("asset_display", ''))) STORED,
	"user" uuid,
	"asset" uuid,
	"from_ticket" uuid,
	"date_expired" timestamp (6) with time zone,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"value" text NOT NULL,
	"account" text NOT NULL,
	"input_username" text NOT NULL,
	"input_secret" text,
	"protocol" text NOT NULL,
	"connect_method" text NOT NULL,
	"connect_options" jsonb NOT NULL,
	"user_display" text NOT NULL,
	"asset_display" text NOT NULL,
	"remote_addr" text,
	"session_id" text,
	"permission" jsonb,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL
);

CREATE TABLE "authentication_temptoken" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"verified" boolean NOT NULL,
	"date_verified" timestamp (6) with time zone,
	"date_expired" timestamp (6) with time zone,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"username" text NOT NULL,
	"secret" text NOT NULL
);

CREATE TABLE "labels_label" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", '')) || chr(10) || lower(coalesce("value", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "labels_labeledresource" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"label" uuid,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"res_type" text NOT NULL,
	"res_id" text NOT NULL
);

CREATE TABLE "notifications_sitemessage" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"has_read" boolean NOT NULL,
	"read_at" timestamp (6) with time zone,
	"user" uuid,
	"content_id" uuid,
	"date_created" timestamp (6) with time zone,
	"text" jsonb NOT NULL,
	"sender" text NOT NULL
);

CREATE TABLE "orgs_organization" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", '')) || chr(10) || lower(coalesce("comment", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"name" text NOT NULL,
	"comment" text NOT NULL,
	"created_by" text NOT NULL
);

CREATE TABLE "perms_assetpermission" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"actions" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"from_ticket" boolean NOT NULL,
	"date_start" timestamp (6) with time zone NOT NULL,
	"date_expired" timestamp (6) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"name" text NOT NULL,
	"accounts" jsonb NOT NULL,
	"protocols" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "rbac_role" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"builtin" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"comment" text NOT NULL,
	"codenames" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL
);

CREATE TABLE "rbac_rolebinding" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user" uuid,
	"role" uuid,
	"org" uuid,
	"scope" text NOT NULL
);

CREATE TABLE "settings_chatconversation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user" uuid,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"title" text NOT NULL,
	"turns" text NOT NULL
);

CREATE TABLE "settings_chatprompt" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"builtin" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"created_by" text NOT NULL
);

CREATE TABLE "terminal_command" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"risk_level" bigint NOT NULL,
	"timestamp" bigint NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("input", ''))) STORED,
	"offset_ms" bigint,
	"user" text NOT NULL,
	"asset" text NOT NULL,
	"account" text NOT NULL,
	"input" text NOT NULL,
	"output" text NOT NULL,
	"session" text NOT NULL
);

CREATE TABLE "terminal_hostkey" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"port" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("address", '')) || chr(10) || lower(coalesce("fingerprint", ''))) STORED,
	"asset" uuid,
	"date_accepted" timestamp (6) with time zone,
	"date_last_seen" timestamp (6) with time zone,
	"date_created" timestamp (6) with time zone,
	"address" text NOT NULL,
	"key_type" text NOT NULL,
	"fingerprint" text NOT NULL,
	"key" text NOT NULL,
	"accepted_by" text,
	"comment" text NOT NULL
);

CREATE TABLE "terminal_session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"command_amount" bigint NOT NULL,
	"is_success" boolean NOT NULL,
	"is_finished" boolean NOT NULL,
	"is_locked" boolean NOT NULL,
	"has_replay" boolean NOT NULL,
	"has_command" boolean NOT NULL,
	"date_start" timestamp (6) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("user", '')) || chr(10) || lower(coalesce("asset", '')) || chr(10) || lower(coalesce("account", '')) || chr(10) || lower(coalesce("protocol", '')) || chr(10) || lower(coalesce("remote_addr", ''))) STORED,
	"terminal" uuid,
	"holder" uuid,
	"date_end" timestamp (6) with time zone,
	"date_alive" timestamp (6) with time zone,
	"user" text NOT NULL,
	"user_id" text NOT NULL,
	"asset" text NOT NULL,
	"asset_id" text NOT NULL,
	"account" text NOT NULL,
	"account_id" text NOT NULL,
	"protocol" text NOT NULL,
	"type" text NOT NULL,
	"login_from" text NOT NULL,
	"remote_addr" text,
	"error_reason" text NOT NULL,
	"replay_path" text,
	"comment" text NOT NULL
);

CREATE TABLE "terminal_status" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_online" bigint NOT NULL,
	"cpu_load" double precision NOT NULL,
	"memory_used" double precision NOT NULL,
	"disk_used" double precision NOT NULL,
	"terminal" uuid,
	"date_created" timestamp (6) with time zone
);

CREATE TABLE "terminal_task" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"is_finished" boolean NOT NULL,
	"terminal" uuid,
	"date_finished" timestamp (6) with time zone,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"args" text NOT NULL,
	"kwargs" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "terminal_terminal" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"is_deleted" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", '')) || chr(10) || lower(coalesce("remote_addr", ''))) STORED,
	"user" uuid,
	"date_last_seen" timestamp (6) with time zone,
	"date_created" timestamp (6) with time zone,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"remote_addr" text NOT NULL,
	"command_storage" text NOT NULL,
	"replay_storage" text NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "tickets_comment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ticket" uuid,
	"user" uuid,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"user_display" text NOT NULL,
	"body" text NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL
);

CREATE TABLE "tickets_ticket" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid,
	"approval_step" bigint NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("title", ''))) STORED,
	"applicant" uuid,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"apply_actions" bigint,
	"apply_date_start" timestamp (6) with time zone,
	"apply_date_expired" timestamp (6) with time zone,
	"title" text NOT NULL,
	"serial_num" text NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"status" text NOT NULL,
	"assignees" jsonb NOT NULL,
	"process_map" jsonb NOT NULL,
	"rel_snapshot" jsonb NOT NULL,
	"comment" text NOT NULL,
	"apply_accounts" jsonb,
	"apply_permission_name" text
);

CREATE TABLE "tickets_ticketflow" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid,
	"approval_level" bigint NOT NULL,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"type" text NOT NULL,
	"rules" jsonb NOT NULL,
	"created_by" text NOT NULL
);

CREATE TABLE "users_user" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mfa_level" bigint NOT NULL,
	"need_update_password" boolean NOT NULL,
	"is_active" boolean NOT NULL,
	"is_service_account" boolean NOT NULL,
	"is_first_login" boolean NOT NULL,
	"date_expired" timestamp (6) with time zone NOT NULL,
	"date_joined" timestamp (6) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", '')) || chr(10) || lower(coalesce("username", '')) || chr(10) || lower(coalesce("email", ''))) STORED,
	"last_login" timestamp (6) with time zone,
	"date_api_key_last_used" timestamp (6) with time zone,
	"date_password_last_updated" timestamp (6) with time zone,
	"otp_last_step" bigint,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"public_key" text NOT NULL,
	"source" text NOT NULL,
	"phone" text,
	"wechat" text NOT NULL,
	"wecom_id" text,
	"dingtalk_id" text,
	"feishu_id" text,
	"lark_id" text,
	"slack_id" text,
	"comment" text,
	"password_hash" text,
	"otp_secret" text,
	"file_encryption_password" text,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL
);

CREATE TABLE "users_usergroup" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"name" text NOT NULL,
	"created_by" text NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "accounts_accounttemplate_platforms" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"accounttemplate" uuid NOT NULL,
	"platform" bigint NOT NULL
);

CREATE TABLE "assets_asset_nodes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"asset" uuid NOT NULL,
	"node" uuid NOT NULL
);

CREATE TABLE "perms_assetpermission_users" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"assetpermission" uuid NOT NULL,
	"user" uuid NOT NULL
);

CREATE TABLE "perms_assetpermission_user_groups" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"assetpermission" uuid NOT NULL,
	"usergroup" uuid NOT NULL
);

CREATE TABLE "perms_assetpermission_assets" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"assetpermission" uuid NOT NULL,
	"asset" uuid NOT NULL
);

CREATE TABLE "perms_assetpermission_nodes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"assetpermission" uuid NOT NULL,
	"node" uuid NOT NULL
);

CREATE TABLE "tickets_ticket_apply_nodes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ticket" uuid NOT NULL,
	"node" uuid NOT NULL
);

CREATE TABLE "tickets_ticket_apply_assets" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"ticket" uuid NOT NULL,
	"asset" uuid NOT NULL
);

CREATE TABLE "users_user_groups" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user" uuid NOT NULL,
	"usergroup" uuid NOT NULL
);

CREATE TABLE "system_cache" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "system_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"remote_addr" text DEFAULT '' NOT NULL,
	"login_secret" text,
	CONSTRAINT "system_session_token_hash_unique" UNIQUE("token_hash")
);

CREATE TABLE "system_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"remote_addr" text NOT NULL,
	"seed" text NOT NULL,
	"has_mfa" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "settings_setting" (
	"name" text PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"value" jsonb NOT NULL,
	"encrypted" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "users_preference" (
	"user_id" uuid NOT NULL,
	"category" text NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	CONSTRAINT "users_preference_user_id_category_name_pk" PRIMARY KEY("user_id","category","name")
);

CREATE TABLE "users_userpasswordhistory" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"password_hash" text NOT NULL,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "terminal_formerkey" (
	"key_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"ip_group" jsonb NOT NULL,
	"terminal" uuid NOT NULL,
	"name" text NOT NULL,
	"date_deleted" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "tickets_number" (
	"day" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);

ALTER TABLE "accounts_account" ADD CONSTRAINT "accounts_account_su_from_accounts_account_id_fk" FOREIGN KEY ("su_from") REFERENCES "public"."accounts_account"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "accounts_account" ADD CONSTRAINT "accounts_account_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_accounttemplate" ADD CONSTRAINT "accounts_accounttemplate_su_from_accounts_accounttemplate_id_fk" FOREIGN KEY ("su_from") REFERENCES "public"."accounts_accounttemplate"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "accounts_historicalaccount" ADD CONSTRAINT "accounts_historicalaccount_account_accounts_account_id_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts_account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_historicalaccount" ADD CONSTRAINT "accounts_historicalaccount_history_user_users_user_id_fk" FOREIGN KEY ("history_user") REFERENCES "public"."users_user"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "assets_asset" ADD CONSTRAINT "assets_asset_platform_assets_platform_id_fk" FOREIGN KEY ("platform") REFERENCES "public"."assets_platform"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "assets_asset" ADD CONSTRAINT "assets_asset_domain_assets_domain_id_fk" FOREIGN KEY ("domain") REFERENCES "public"."assets_domain"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "assets_favoriteasset" ADD CONSTRAINT "assets_favoriteasset_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "assets_favoriteasset" ADD CONSTRAINT "assets_favoriteasset_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "audits_usersession" ADD CONSTRAINT "audits_usersession_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "authentication_accesskey" ADD CONSTRAINT "authentication_accesskey_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "authentication_connectiontoken" ADD CONSTRAINT "authentication_connectiontoken_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "authentication_connectiontoken" ADD CONSTRAINT "authentication_connectiontoken_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "labels_labeledresource" ADD CONSTRAINT "labels_labeledresource_label_labels_label_id_fk" FOREIGN KEY ("label") REFERENCES "public"."labels_label"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notifications_sitemessage" ADD CONSTRAINT "notifications_sitemessage_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "rbac_rolebinding" ADD CONSTRAINT "rbac_rolebinding_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "rbac_rolebinding" ADD CONSTRAINT "rbac_rolebinding_role_rbac_role_id_fk" FOREIGN KEY ("role") REFERENCES "public"."rbac_role"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "rbac_rolebinding" ADD CONSTRAINT "rbac_rolebinding_org_orgs_organization_id_fk" FOREIGN KEY ("org") REFERENCES "public"."orgs_organization"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "settings_chatconversation" ADD CONSTRAINT "settings_chatconversation_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "terminal_hostkey" ADD CONSTRAINT "terminal_hostkey_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "terminal_session" ADD CONSTRAINT "terminal_session_terminal_terminal_terminal_id_fk" FOREIGN KEY ("terminal") REFERENCES "public"."terminal_terminal"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "terminal_status" ADD CONSTRAINT "terminal_status_terminal_terminal_terminal_id_fk" FOREIGN KEY ("terminal") REFERENCES "public"."terminal_terminal"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "terminal_task" ADD CONSTRAINT "terminal_task_terminal_terminal_terminal_id_fk" FOREIGN KEY ("terminal") REFERENCES "public"."terminal_terminal"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "terminal_terminal" ADD CONSTRAINT "terminal_terminal_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "tickets_comment" ADD CONSTRAINT "tickets_comment_ticket_tickets_ticket_id_fk" FOREIGN KEY ("ticket") REFERENCES "public"."tickets_ticket"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "tickets_comment" ADD CONSTRAINT "tickets_comment_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "tickets_ticket" ADD CONSTRAINT "tickets_ticket_applicant_users_user_id_fk" FOREIGN KEY ("applicant") REFERENCES "public"."users_user"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "accounts_accounttemplate_platforms" ADD CONSTRAINT "accounts_accounttemplate_platforms_accounttemplate_accounts_accounttemplate_id_fk" FOREIGN KEY ("accounttemplate") REFERENCES "public"."accounts_accounttemplate"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_accounttemplate_platforms" ADD CONSTRAINT "accounts_accounttemplate_platforms_platform_assets_platform_id_fk" FOREIGN KEY ("platform") REFERENCES "public"."assets_platform"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "assets_asset_nodes" ADD CONSTRAINT "assets_asset_nodes_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "assets_asset_nodes" ADD CONSTRAINT "assets_asset_nodes_node_assets_node_id_fk" FOREIGN KEY ("node") REFERENCES "public"."assets_node"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "perms_assetpermission_users" ADD CONSTRAINT "perms_assetpermission_users_assetpermission_perms_assetpermission_id_fk" FOREIGN KEY ("assetpermission") REFERENCES "public"."perms_assetpermission"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "perms_assetpermission_users" ADD CONSTRAINT "perms_assetpermission_users_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "perms_assetpermission_user_groups" ADD CONSTRAINT "perms_assetpermission_user_groups_assetpermission_perms_assetpermission_id_fk" FOREIGN KEY ("assetpermission") REFERENCES "public"."perms_assetpermission"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "perms_assetpermission_user_groups" ADD CONSTRAINT "perms_assetpermission_user_groups_usergroup_users_usergroup_id_fk" FOREIGN KEY ("usergroup") REFERENCES "public"."users_usergroup"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "perms_assetpermission_assets" ADD CONSTRAINT "perms_assetpermission_assets_assetpermission_perms_assetpermission_id_fk" FOREIGN KEY ("assetpermission") REFERENCES "public"."perms_assetpermission"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "perms_assetpermission_assets" ADD CONSTRAINT "perms_assetpermission_assets_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "perms_assetpermission_nodes" ADD CONSTRAINT "perms_assetpermission_nodes_assetpermission_perms_assetpermission_id_fk" FOREIGN KEY ("assetpermission") REFERENCES "public"."perms_assetpermission"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "perms_assetpermission_nodes" ADD CONSTRAINT "perms_assetpermission_nodes_node_assets_node_id_fk" FOREIGN KEY ("node") REFERENCES "public"."assets_node"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "tickets_ticket_apply_nodes" ADD CONSTRAINT "tickets_ticket_apply_nodes_ticket_tickets_ticket_id_fk" FOREIGN KEY ("ticket") REFERENCES "public"."tickets_ticket"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "tickets_ticket_apply_nodes" ADD CONSTRAINT "tickets_ticket_apply_nodes_node_assets_node_id_fk" FOREIGN KEY ("node") REFERENCES "public"."assets_node"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "tickets_ticket_apply_assets" ADD CONSTRAINT "tickets_ticket_apply_assets_ticket_tickets_ticket_id_fk" FOREIGN KEY ("ticket") REFERENCES "public"."tickets_ticket"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "tickets_ticket_apply_assets" ADD CONSTRAINT "tickets_ticket_apply_assets_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "users_user_groups" ADD CONSTRAINT "users_user_groups_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "users_user_groups" ADD CONSTRAINT "users_user_groups_usergroup_users_usergroup_id_fk" FOREIGN KEY ("usergroup") REFERENCES "public"."users_usergroup"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "accounts_account_username_asset_secret_type_uq" ON "accounts_account" USING btree ("org_id","username","asset" NULLS FIRST,"secret_type");
CREATE UNIQUE INDEX "accounts_account_name_asset_uq" ON "accounts_account" USING btree ("org_id","name","asset" NULLS FIRST);
CREATE INDEX "accounts_account_username_ix" ON "accounts_account" USING btree ("org_id","username","id");
CREATE INDEX "accounts_account_date_updated_ix" ON "accounts_account" USING btree ("org_id","date_updated" NULLS FIRST,"id");
CREATE INDEX "accounts_account_source_id_ix" ON "accounts_account" USING btree ("org_id","source_id" NULLS FIRST,"id");
CREATE INDEX "accounts_account_search_trgm" ON "accounts_account" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "accounts_account_su_from_fk" ON "accounts_account" USING btree ("su_from");
CREATE INDEX "accounts_account_asset_fk" ON "accounts_account" USING btree ("asset");
CREATE UNIQUE INDEX "accounts_accounttemplate_name_uq" ON "accounts_accounttemplate" USING btree ("org_id","name");
CREATE INDEX "accounts_accounttemplate_search_trgm" ON "accounts_accounttemplate" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "accounts_accounttemplate_su_from_fk" ON "accounts_accounttemplate" USING btree ("su_from");
CREATE INDEX "accounts_historicalaccount_history_date_ix" ON "accounts_historicalaccount" USING btree ("org_id","history_date","id");
CREATE INDEX "accounts_historicalaccount_account_fk" ON "accounts_historicalaccount" USING btree ("account");
CREATE INDEX "accounts_historicalaccount_history_user_fk" ON "accounts_historicalaccount" USING btree ("history_user");
CREATE UNIQUE INDEX "accounts_virtualaccount_alias_uq" ON "accounts_virtualaccount" USING btree ("org_id","alias");
CREATE INDEX "accounts_virtualaccount_alias_trgm" ON "accounts_virtualaccount" USING gin ("alias" gin_trgm_ops);
CREATE UNIQUE INDEX "assets_asset_name_uq" ON "assets_asset" USING btree ("org_id","name");
CREATE INDEX "assets_asset_category_type_ix" ON "assets_asset" USING btree ("org_id","category","type","id");
CREATE INDEX "assets_asset_address_ix" ON "assets_asset" USING btree ("org_id","address","id");
CREATE INDEX "assets_asset_platform_ix" ON "assets_asset" USING btree ("org_id","platform" NULLS FIRST,"id");
CREATE INDEX "assets_asset_connectivity_ix" ON "assets_asset" USING btree ("org_id","connectivity","id");
CREATE INDEX "assets_asset_date_created_ix" ON "assets_asset" USING btree ("org_id","date_created" NULLS FIRST,"id");
CREATE INDEX "assets_asset_date_updated_ix" ON "assets_asset" USING btree ("org_id","date_updated" NULLS FIRST,"id");
CREATE INDEX "assets_asset_search_trgm" ON "assets_asset" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "assets_asset_platform_fk" ON "assets_asset" USING btree ("platform");
CREATE INDEX "assets_asset_domain_fk" ON "assets_asset" USING btree ("domain");
CREATE UNIQUE INDEX "assets_domain_name_uq" ON "assets_domain" USING btree ("org_id","name");
CREATE INDEX "assets_domain_search_trgm" ON "assets_domain" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "assets_favoriteasset_user_asset_uq" ON "assets_favoriteasset" USING btree ("user" NULLS FIRST,"asset" NULLS FIRST);
CREATE INDEX "assets_favoriteasset_asset_fk" ON "assets_favoriteasset" USING btree ("asset");
CREATE INDEX "assets_favoriteasset_user_fk" ON "assets_favoriteasset" USING btree ("user");
CREATE UNIQUE INDEX "assets_node_key_uq" ON "assets_node" USING btree ("org_id","key");
CREATE UNIQUE INDEX "assets_node_parent_key_value_uq" ON "assets_node" USING btree ("org_id","parent_key","value");
CREATE INDEX "assets_node_search_trgm" ON "assets_node" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "assets_platform_name_uq" ON "assets_platform" USING btree ("name");
CREATE INDEX "assets_platform_internal_name_ix" ON "assets_platform" USING btree ("internal","name","id");
CREATE INDEX "assets_platform_search_trgm" ON "assets_platform" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "audits_activitylog_resource_id_datetime_ix" ON "audits_activitylog" USING btree ("org_id","resource_id","datetime","id");
CREATE INDEX "audits_activitylog_datetime_ix" ON "audits_activitylog" USING btree ("org_id","datetime","id");
CREATE INDEX "audits_ftplog_date_start_ix" ON "audits_ftplog" USING btree ("org_id","date_start","id");
CREATE INDEX "audits_ftplog_session_ix" ON "audits_ftplog" USING btree ("org_id","session","id");
CREATE INDEX "audits_ftplog_search_trgm" ON "audits_ftplog" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "audits_operatelog_datetime_ix" ON "audits_operatelog" USING btree ("org_id","datetime","id");
CREATE INDEX "audits_operatelog_resource_id_datetime_ix" ON "audits_operatelog" USING btree ("org_id","resource_id","datetime","id");
CREATE INDEX "audits_operatelog_user_datetime_ix" ON "audits_operatelog" USING btree ("org_id","user","datetime","id");
CREATE INDEX "audits_operatelog_resource_key_datetime_ix" ON "audits_operatelog" USING btree ("org_id","resource_key","datetime","id");
CREATE INDEX "audits_operatelog_search_trgm" ON "audits_operatelog" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "audits_passwordchangelog_datetime_ix" ON "audits_passwordchangelog" USING btree ("datetime","id");
CREATE INDEX "audits_passwordchangelog_user_datetime_ix" ON "audits_passwordchangelog" USING btree ("user","datetime","id");
CREATE INDEX "audits_passwordchangelog_search_trgm" ON "audits_passwordchangelog" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "audits_userloginlog_datetime_ix" ON "audits_userloginlog" USING btree ("datetime","id");
CREATE INDEX "audits_userloginlog_username_datetime_ix" ON "audits_userloginlog" USING btree ("username","datetime","id");
CREATE INDEX "audits_userloginlog_datetime_username_ix" ON "audits_userloginlog" USING btree ("datetime","username","id");
CREATE INDEX "audits_userloginlog_search_trgm" ON "audits_userloginlog" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "audits_usersession_session_id_uq" ON "audits_usersession" USING btree ("session_id");
CREATE INDEX "audits_usersession_date_created_ix" ON "audits_usersession" USING btree ("date_created" NULLS FIRST,"id");
CREATE INDEX "audits_usersession_search_trgm" ON "audits_usersession" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "audits_usersession_user_fk" ON "audits_usersession" USING btree ("user");
CREATE INDEX "authentication_accesskey_date_created_ix" ON "authentication_accesskey" USING btree ("date_created" NULLS FIRST,"id");
CREATE INDEX "authentication_accesskey_user_fk" ON "authentication_accesskey" USING btree ("user");
CREATE UNIQUE INDEX "authentication_connectiontoken_value_uq" ON "authentication_connectiontoken" USING btree ("org_id","value");
CREATE INDEX "authentication_connectiontoken_date_expired_ix" ON "authentication_connectiontoken" USING btree ("org_id","date_expired" NULLS FIRST,"id");
CREATE INDEX "authentication_connectiontoken_search_trgm" ON "authentication_connectiontoken" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "authentication_connectiontoken_user_fk" ON "authentication_connectiontoken" USING btree ("user");
CREATE INDEX "authentication_connectiontoken_asset_fk" ON "authentication_connectiontoken" USING btree ("asset");
CREATE INDEX "authentication_temptoken_date_created_ix" ON "authentication_temptoken" USING btree ("date_created" NULLS FIRST,"id");
CREATE UNIQUE INDEX "labels_label_name_value_uq" ON "labels_label" USING btree ("org_id","name","value");
CREATE INDEX "labels_label_search_trgm" ON "labels_label" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "labels_labeledresource_label_res_type_res_id_uq" ON "labels_labeledresource" USING btree ("org_id","label" NULLS FIRST,"res_type","res_id");
CREATE INDEX "labels_labeledresource_res_type_res_id_ix" ON "labels_labeledresource" USING btree ("org_id","res_type","res_id","id");
CREATE INDEX "labels_labeledresource_label_fk" ON "labels_labeledresource" USING btree ("label");
CREATE INDEX "notifications_sitemessage_user_has_read_date_created_ix" ON "notifications_sitemessage" USING btree ("user" NULLS FIRST,"has_read","date_created" NULLS FIRST,"id");
CREATE INDEX "notifications_sitemessage_date_created_ix" ON "notifications_sitemessage" USING btree ("date_created" NULLS FIRST,"id");
CREATE INDEX "notifications_sitemessage_user_fk" ON "notifications_sitemessage" USING btree ("user");
CREATE UNIQUE INDEX "orgs_organization_name_uq" ON "orgs_organization" USING btree ("name");
CREATE INDEX "orgs_organization_search_trgm" ON "orgs_organization" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "perms_assetpermission_name_uq" ON "perms_assetpermission" USING btree ("org_id","name");
CREATE INDEX "perms_assetpermission_date_expired_ix" ON "perms_assetpermission" USING btree ("org_id","date_expired","id");
CREATE INDEX "perms_assetpermission_search_trgm" ON "perms_assetpermission" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "rbac_role_name_scope_uq" ON "rbac_role" USING btree ("name","scope");
CREATE INDEX "rbac_role_builtin_name_ix" ON "rbac_role" USING btree ("builtin","name","id");
CREATE INDEX "rbac_role_search_trgm" ON "rbac_role" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "rbac_rolebinding_user_role_org_uq" ON "rbac_rolebinding" USING btree ("user" NULLS FIRST,"role" NULLS FIRST,"org" NULLS FIRST);
CREATE INDEX "rbac_rolebinding_user_fk" ON "rbac_rolebinding" USING btree ("user");
CREATE INDEX "rbac_rolebinding_role_fk" ON "rbac_rolebinding" USING btree ("role");
CREATE INDEX "rbac_rolebinding_org_fk" ON "rbac_rolebinding" USING btree ("org");
CREATE INDEX "settings_chatconversation_user_date_updated_ix" ON "settings_chatconversation" USING btree ("user" NULLS FIRST,"date_updated" NULLS FIRST,"id");
CREATE INDEX "settings_chatconversation_date_updated_ix" ON "settings_chatconversation" USING btree ("date_updated" NULLS FIRST,"id");
CREATE INDEX "settings_chatconversation_user_fk" ON "settings_chatconversation" USING btree ("user");
CREATE UNIQUE INDEX "settings_chatprompt_name_uq" ON "settings_chatprompt" USING btree ("name");
CREATE INDEX "settings_chatprompt_search_trgm" ON "settings_chatprompt" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "terminal_command_timestamp_ix" ON "terminal_command" USING btree ("org_id","timestamp","id");
CREATE INDEX "terminal_command_session_timestamp_ix" ON "terminal_command" USING btree ("org_id","session","timestamp","id");
CREATE INDEX "terminal_command_risk_level_timestamp_ix" ON "terminal_command" USING btree ("org_id","risk_level","timestamp","id");
CREATE INDEX "terminal_command_search_trgm" ON "terminal_command" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "terminal_hostkey_asset_address_port_key_type_fingerprint_uq" ON "terminal_hostkey" USING btree ("org_id","asset" NULLS FIRST,"address","port","key_type","fingerprint");
CREATE INDEX "terminal_hostkey_date_created_ix" ON "terminal_hostkey" USING btree ("org_id","date_created" NULLS FIRST,"id");
CREATE INDEX "terminal_hostkey_search_trgm" ON "terminal_hostkey" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "terminal_hostkey_asset_fk" ON "terminal_hostkey" USING btree ("asset");
CREATE INDEX "terminal_session_is_finished_date_start_ix" ON "terminal_session" USING btree ("org_id","is_finished","date_start","id");
CREATE INDEX "terminal_session_date_start_ix" ON "terminal_session" USING btree ("org_id","date_start","id");
CREATE INDEX "terminal_session_user_id_date_start_ix" ON "terminal_session" USING btree ("org_id","user_id","date_start","id");
CREATE INDEX "terminal_session_asset_id_date_start_ix" ON "terminal_session" USING btree ("org_id","asset_id","date_start","id");
CREATE INDEX "terminal_session_search_trgm" ON "terminal_session" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "terminal_session_terminal_fk" ON "terminal_session" USING btree ("terminal");
CREATE INDEX "terminal_status_terminal_date_created_ix" ON "terminal_status" USING btree ("terminal" NULLS FIRST,"date_created" NULLS FIRST,"id");
CREATE INDEX "terminal_status_date_created_ix" ON "terminal_status" USING btree ("date_created" NULLS FIRST,"id");
CREATE INDEX "terminal_status_terminal_fk" ON "terminal_status" USING btree ("terminal");
CREATE INDEX "terminal_task_terminal_is_finished_date_created_ix" ON "terminal_task" USING btree ("terminal" NULLS FIRST,"is_finished","date_created" NULLS FIRST,"id");
CREATE INDEX "terminal_task_date_created_ix" ON "terminal_task" USING btree ("date_created" NULLS FIRST,"id");
CREATE INDEX "terminal_task_terminal_fk" ON "terminal_task" USING btree ("terminal");
CREATE UNIQUE INDEX "terminal_terminal_name_uq" ON "terminal_terminal" USING btree ("name");
CREATE INDEX "terminal_terminal_search_trgm" ON "terminal_terminal" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "terminal_terminal_user_fk" ON "terminal_terminal" USING btree ("user");
CREATE INDEX "tickets_comment_ticket_date_created_ix" ON "tickets_comment" USING btree ("ticket" NULLS FIRST,"date_created" NULLS FIRST,"id");
CREATE INDEX "tickets_comment_date_created_ix" ON "tickets_comment" USING btree ("date_created" NULLS FIRST,"id");
CREATE INDEX "tickets_comment_ticket_fk" ON "tickets_comment" USING btree ("ticket");
CREATE INDEX "tickets_comment_user_fk" ON "tickets_comment" USING btree ("user");
CREATE UNIQUE INDEX "tickets_ticket_serial_num_uq" ON "tickets_ticket" USING btree ("serial_num");
CREATE INDEX "tickets_ticket_status_date_created_ix" ON "tickets_ticket" USING btree ("status","date_created" NULLS FIRST,"id");
CREATE INDEX "tickets_ticket_applicant_date_created_ix" ON "tickets_ticket" USING btree ("applicant" NULLS FIRST,"date_created" NULLS FIRST,"id");
CREATE INDEX "tickets_ticket_type_date_created_ix" ON "tickets_ticket" USING btree ("type","date_created" NULLS FIRST,"id");
CREATE INDEX "tickets_ticket_date_created_ix" ON "tickets_ticket" USING btree ("date_created" NULLS FIRST,"id");
CREATE INDEX "tickets_ticket_search_trgm" ON "tickets_ticket" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "tickets_ticket_applicant_fk" ON "tickets_ticket" USING btree ("applicant");
CREATE UNIQUE INDEX "tickets_ticketflow_type_org_id_uq" ON "tickets_ticketflow" USING btree ("type","org_id" NULLS FIRST);
CREATE UNIQUE INDEX "users_user_username_uq" ON "users_user" USING btree ("username");
CREATE UNIQUE INDEX "users_user_email_uq" ON "users_user" USING btree ("email");
CREATE UNIQUE INDEX "users_user_wecom_id_uq" ON "users_user" USING btree ("wecom_id" NULLS FIRST);
CREATE UNIQUE INDEX "users_user_dingtalk_id_uq" ON "users_user" USING btree ("dingtalk_id" NULLS FIRST);
CREATE UNIQUE INDEX "users_user_feishu_id_uq" ON "users_user" USING btree ("feishu_id" NULLS FIRST);
CREATE UNIQUE INDEX "users_user_lark_id_uq" ON "users_user" USING btree ("lark_id" NULLS FIRST);
CREATE UNIQUE INDEX "users_user_slack_id_uq" ON "users_user" USING btree ("slack_id" NULLS FIRST);
CREATE INDEX "users_user_search_trgm" ON "users_user" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "users_usergroup_name_uq" ON "users_usergroup" USING btree ("org_id","name");
CREATE INDEX "users_usergroup_search_trgm" ON "users_usergroup" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "accounts_accounttemplate_platforms_uq" ON "accounts_accounttemplate_platforms" USING btree ("accounttemplate","platform");
CREATE INDEX "accounts_accounttemplate_platforms_platform_ix" ON "accounts_accounttemplate_platforms" USING btree ("platform");
CREATE UNIQUE INDEX "assets_asset_nodes_uq" ON "assets_asset_nodes" USING btree ("asset","node");
CREATE INDEX "assets_asset_nodes_node_ix" ON "assets_asset_nodes" USING btree ("node");
CREATE UNIQUE INDEX "perms_assetpermission_users_uq" ON "perms_assetpermission_users" USING btree ("assetpermission","user");
CREATE INDEX "perms_assetpermission_users_user_ix" ON "perms_assetpermission_users" USING btree ("user");
CREATE UNIQUE INDEX "perms_assetpermission_user_groups_uq" ON "perms_assetpermission_user_groups" USING btree ("assetpermission","usergroup");
CREATE INDEX "perms_assetpermission_user_groups_usergroup_ix" ON "perms_assetpermission_user_groups" USING btree ("usergroup");
CREATE UNIQUE INDEX "perms_assetpermission_assets_uq" ON "perms_assetpermission_assets" USING btree ("assetpermission","asset");
CREATE INDEX "perms_assetpermission_assets_asset_ix" ON "perms_assetpermission_assets" USING btree ("asset");
CREATE UNIQUE INDEX "perms_assetpermission_nodes_uq" ON "perms_assetpermission_nodes" USING btree ("assetpermission","node");
CREATE INDEX "perms_assetpermission_nodes_node_ix" ON "perms_assetpermission_nodes" USING btree ("node");
CREATE UNIQUE INDEX "tickets_ticket_apply_nodes_uq" ON "tickets_ticket_apply_nodes" USING btree ("ticket","node");
CREATE INDEX "tickets_ticket_apply_nodes_node_ix" ON "tickets_ticket_apply_nodes" USING btree ("node");
CREATE UNIQUE INDEX "tickets_ticket_apply_assets_uq" ON "tickets_ticket_apply_assets" USING btree ("ticket","asset");
CREATE INDEX "tickets_ticket_apply_assets_asset_ix" ON "tickets_ticket_apply_assets" USING btree ("asset");
CREATE UNIQUE INDEX "users_user_groups_uq" ON "users_user_groups" USING btree ("user","usergroup");
CREATE INDEX "users_user_groups_usergroup_ix" ON "users_user_groups" USING btree ("usergroup");
CREATE INDEX "system_cache_expires_ix" ON "system_cache" USING btree ("expires_at");
CREATE INDEX "system_session_user_ix" ON "system_session" USING btree ("user_id");
CREATE INDEX "system_session_expires_ix" ON "system_session" USING btree ("expires_at");
CREATE INDEX "system_token_user_ix" ON "system_token" USING btree ("user_id");
CREATE INDEX "users_userpasswordhistory_user_ix" ON "users_userpasswordhistory" USING btree ("user_id","date_created");
